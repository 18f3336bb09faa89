/** Numbers of all advisory locks of the program. They are listed together to keep them unique. */
export const advisoryLocks = {
  /** Serializes changes of the schema. */
  migrations: 7_236_001,
  /** Held by the process that started the embedded server, and only on that server. */
  embeddedServerOwner: 7_236_002,
  /** Paired with the member's hash: serializes linking of one member with machines. */
  memberLink: 7_236_003,
  /** Serializes seeding of the demo data. */
  demoWorld: 7_236_004,
  /** Paired with a workout type: serializes writes to the rankings of that type. */
  rankings: 7_236_005,
  /** Paired with the member's hash: makes counting and adding a menu one step. */
  memberSessions: 7_236_006,
  /** Paired with the member's hash: serializes starts of a menu by one member. */
  memberRun: 7_236_007,
  /** Exclusive while a member is erased, shared while a member's records are written. */
  memberErasure: 7_236_008,
  /** Paired with the member's hash: makes counting and adding a reservation one step. */
  memberReservations: 7_236_009,
  /** Paired with the slot's key: serializes assignment of the slot's seats. */
  reservationSlot: 7_236_010,
  /** Paired with a wait: ensures that only one node sends its mail. */
  offerMail: 7_236_011,
  /** Paired with the member's hash: serializes entries of one member in the door's log. */
  doorRequest: 7_236_012,
  /**
   * Paired with a gym: shared by readers of its hours, slots and capacity, exclusive to change
   * them.
   */
  gymRules: 7_236_013,
  /** Paired with the member's hash: serializes changes of the member's trainer codes and links. */
  memberTrainer: 7_236_014,
  /** Paired with the trainer's hash: serializes guesses of a code by one trainer. */
  guessesOfTrainer: 7_236_015,
  /** Paired with the network's hash: serializes guesses from it. Taken after `guessesOfTrainer`. */
  guessesOfAddress: 7_236_016,
  /** Paired with a trainer link: serializes entries in its log of views. */
  trainerViews: 7_236_017,
  /** Paired with a reservation: ensures that only one node sends its mail. */
  gymCancellationMail: 7_236_018,
  /** Paired with the hash of staff and member: ensures that one look is recorded once. */
  staffView: 7_236_020,
  /** Paired with a membership event: ensures that only one node sends its mail. */
  membershipMail: 7_236_030,
  /** Paired with a mail to a guardian: ensures that only one node sends it. */
  guardianMail: 7_236_045,
  /** Paired with the key's hash: serializes calls with the same Idempotency-Key. */
  idempotencyKey: 7_236_031,
  /** Serializes the search for reminders that are due. */
  scheduledNotifications: 7_236_032,
  /** Paired with the member's hash: serializes changes of the member's own records. */
  memberRecords: 7_236_040,
  /** Paired with four bytes of the claim's hash: serializes a claim and the arrival of its bout. */
  claim: 7_236_041,
  /** Paired with a gym: serializes the computation of its machines' offsets. */
  machineOffsets: 7_236_042,
  /** Paired with a gym: serializes the replacement of its waits. */
  machineWaits: 7_236_044,
  /** Paired with a gym: serializes its transfer files and the import of their results. */
  duesTransfers: 7_236_050,
} as const;
