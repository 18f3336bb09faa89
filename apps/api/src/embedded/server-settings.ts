export type ServerSettings = Readonly<Record<string, string>>;

/** For one small machine that other programs use too. What is not here is PostgreSQL's default; fsync stays on. */
export const serverSettings: ServerSettings = {
  listen_addresses: '127.0.0.1',
  // A socket's path may have 107 bytes, which a deep DATA_DIR exceeds.
  unix_socket_directories: '',
  max_connections: '40',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  // Nothing replicates this server, so its log need not carry what replicas want.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // Three I/O processes fewer; our reads are small and mostly cached.
  io_method: 'sync',
  // Compiling a query takes longer than running any of ours.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The server's own life, but not failing statements, which quote members' data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};
