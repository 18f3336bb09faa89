/** Every advisory lock of the program, so that no two meanings share a number. */
export const advisoryLocks = {
  /** Held by whoever changes the schema. */
  migrations: 7_236_001,
  /** Held, on the embedded server only, by the process that started it. */
  embeddedServerOwner: 7_236_002,
} as const;
