import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

export type PoolDatabase = NodePgDatabase;
export type PoolTransaction = Parameters<Parameters<PoolDatabase['transaction']>[0]>[0];
export type PoolQueryable = PoolDatabase | PoolTransaction;
