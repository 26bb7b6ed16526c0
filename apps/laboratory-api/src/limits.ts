const MINUTE = 60
const HOUR = 3600

/**
 * How many tries within how many seconds: every limit by time of the main API. A network is an IPv4 address or the /64 of an
 * IPv6 one; families and clinics share one, so theirs are generous. `docs/security/limits.md` says what each holds off.
 */
export const ATTEMPT_LIMITS = {
  loginPerAccountAndNetwork: { points: 10, seconds: 15 * MINUTE },
  // Beyond it the right password is not enough: a mailed code is the way in.
  loginPerAccount: { points: 100, seconds: HOUR },
  loginPerNetwork: { points: 200, seconds: 15 * MINUTE },
  loginCodeMailPerAccount: { points: 5, seconds: HOUR },
  loginCodePerAccount: { points: 5, seconds: 10 * MINUTE },
  // Past it the right password needs a mailed code too, and the codes of the app are worth nothing without it.
  wrongSecondFactorPerAccount: { points: 30, seconds: 24 * HOUR },
  secondFactorPerSession: { points: 5, seconds: 10 * MINUTE },
  passkeyPerNetwork: { points: 300, seconds: 15 * MINUTE },
  secondFactorPerNetwork: { points: 200, seconds: 15 * MINUTE },
  registrationPerNetwork: { points: 100, seconds: HOUR },
  passwordPerAccount: { points: 10, seconds: 15 * MINUTE },
  // Within the life of a link: whoever is refused has one in the mailbox, whoever asked for it.
  passwordResetPerEmail: { points: 2, seconds: 10 * MINUTE },
  passwordResetPerNetwork: { points: 50, seconds: HOUR },
  activationCodePerAccount: { points: 5, seconds: 10 * MINUTE },
  activationMailPerAccount: { points: 10, seconds: HOUR },
  emailChangePerAccount: { points: 10, seconds: HOUR },
  // Letters to a mailbox that nobody has proven. Past the second a network that has sent none for a while still gets one out, so
  // that nobody keeps the mailbox's owner from confirming it.
  unprovenMailPerAddressAndNetwork: { points: 5, seconds: HOUR },
  unprovenMailPerAddress: { points: 30, seconds: HOUR },
  lateUnprovenMailPerAddressAndNetwork: { points: 1, seconds: HOUR },
  reportCheckPerNetwork: { points: 30, seconds: 15 * MINUTE },
  reportCheckPerCode: { points: 10, seconds: HOUR },
  rightsRequestPerAccount: { points: 10, seconds: 24 * HOUR },
  supportReplyPerAccount: { points: 20, seconds: HOUR },
  supportReplyPerGuestThread: { points: 20, seconds: HOUR },
  supportLinkPerNetwork: { points: 60, seconds: 15 * MINUTE },
  supportMessagePerNetwork: { points: 20, seconds: HOUR },
  unansweredQueryPerNetwork: { points: 60, seconds: HOUR },
  tokenRequestPerNetwork: { points: 300, seconds: 15 * MINUTE },
  // Twenty a second: what a laboratory sends after an outage goes through, what never ends does not.
  fhirCallPerClient: { points: 6_000, seconds: 5 * MINUTE },
  exportPerAccount: { points: 10, seconds: HOUR },
  documentPerAccount: { points: 60, seconds: HOUR },
  staffLoginPerAccountAndNetwork: { points: 10, seconds: 15 * MINUTE },
  staffLoginPerNetwork: { points: 200, seconds: 15 * MINUTE },
  // Wrong codes with the right password: somebody has it who should not.
  wrongStaffCodePerAccount: { points: 20, seconds: HOUR },
  staffInvitationPerNetwork: { points: 50, seconds: HOUR },
} as const

/** Copies of support messages to one address, which anybody may type: more messages reach the support without one. */
export const SUPPORT_COPIES = { letters: 5, seconds: HOUR } as const

/** How many an account may have at a time. Unpaid orders and places of a visit are settings. */
export const QUOTAS = {
  patients: 50,
  /** Links by which results can be read now. */
  openShares: 20,
  /** Another session ends the one used longest ago. */
  sessions: 20,
  /** Different documents that are being made. */
  documentsAtOnce: 4,
  passkeys: 20,
} as const
