/** Every advisory lock of the program, so that no two meanings share a number. */
export const advisoryLocks = {
  /** Held by whoever changes the schema. */
  migrations: 7_236_001,
  /** Held, on the embedded server only, by the process that started it. */
  embeddedServerOwner: 7_236_002,
  /** First half of a pair (the second is the member's hash): one link of a member at a time. */
  memberLink: 7_236_003,
  /** Held by whoever makes the demo world. */
  demoWorld: 7_236_004,
  /** First half of a pair (the second is a workout type): one writer of its rankings at a time. */
  rankings: 7_236_005,
  /** First half of a pair (the second is the member's hash): counting before one adds a session. */
  memberSessions: 7_236_006,
  /** First half of a pair (the second is the member's hash): one start of a session at a time. */
  memberRun: 7_236_007,
  /** Held by whoever erases a member. */
  memberErasure: 7_236_008,
  /** First half of a pair (the second is the member's hash): counting before one reserves. */
  memberReservations: 7_236_009,
  /** First half of a pair (the second is a slot's key): one giver of its places at a time. */
  reservationSlot: 7_236_010,
  /** First half of a pair (the second is a wait): one sender of its mail at a time. */
  offerMail: 7_236_011,
  /** First half of a pair (the second is the member's hash): one entry in the door's log at a time. */
  doorRequest: 7_236_012,
  /** First half of a pair (the second is a gym): its hours, slots and capacity stay or change. */
  gymRules: 7_236_013,
  /** First half of a pair (the second is the member's hash): one code or link with a trainer. */
  memberTrainer: 7_236_014,
  /** First half of a pair (the second is the trainer's hash): one guess of a code at a time. */
  guessesOfTrainer: 7_236_015,
  /** First half of a pair (the second is the network's hash): the same, taken after it. */
  guessesOfAddress: 7_236_016,
  /** First half of a pair (the second is a link with a trainer): one note of a view at a time. */
  trainerViews: 7_236_017,
  /** First half of a pair (the second is a reservation): one sender of its mail at a time. */
  gymCancellationMail: 7_236_018,
  /** First half of a pair (the second is staff and member, hashed): one look is noted once. */
  staffView: 7_236_020,
  /** First half of a pair (the second is an event): one sender of its mail at a time. */
  membershipMail: 7_236_030,
  /** First half of a pair (the second is the key's hash): one call of an Idempotency-Key at a time. */
  idempotencyKey: 7_236_031,
  /** Held by whoever looks for what members are to be reminded of. */
  scheduledNotifications: 7_236_032,
  /** First half of a pair (the second is the member's hash): one change of own records at a time. */
  memberRecords: 7_236_040,
  /** First half of a pair (the second is of the claim's hash): a claim and its bout, one at a time. */
  claim: 7_236_041,
} as const;
