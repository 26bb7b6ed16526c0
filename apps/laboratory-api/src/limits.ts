const MINUTE = 60
const HOUR = 3600

/**
 * The attempts allowed within a number of seconds: every time-based limit of the main API. A network is an
 * IPv4 address or the /64 of an IPv6 one; families and clinics share one, so these limits are generous.
 * `docs/security/limits.md` says what each prevents.
 */
export const ATTEMPT_LIMITS = {
  loginPerAccountAndNetwork: { points: 10, seconds: 15 * MINUTE },
  // Beyond it the right password is not enough: logging in needs a mailed code.
  loginPerAccount: { points: 100, seconds: HOUR },
  loginPerNetwork: { points: 200, seconds: 15 * MINUTE },
  loginCodeMailPerAccount: { points: 5, seconds: HOUR },
  loginCodePerAccount: { points: 5, seconds: 10 * MINUTE },
  // Beyond it the right password needs a mailed code too, and codes of the app do not count without it.
  wrongSecondFactorPerAccount: { points: 30, seconds: 24 * HOUR },
  secondFactorPerSession: { points: 5, seconds: 10 * MINUTE },
  passkeyPerNetwork: { points: 300, seconds: 15 * MINUTE },
  secondFactorPerNetwork: { points: 200, seconds: 15 * MINUTE },
  registrationPerNetwork: { points: 100, seconds: HOUR },
  passwordPerAccount: { points: 10, seconds: 15 * MINUTE },
  // Within the lifetime of a link, so a refused caller already has one in the mailbox, whoever requested it.
  passwordResetPerEmail: { points: 2, seconds: 10 * MINUTE },
  passwordResetPerNetwork: { points: 50, seconds: HOUR },
  activationCodePerAccount: { points: 5, seconds: 10 * MINUTE },
  activationMailPerAccount: { points: 10, seconds: HOUR },
  emailChangePerAccount: { points: 10, seconds: HOUR },
  // Mails to an address that is not confirmed. Beyond the second limit, a network that has sent none for a
  // while can
  // still send one, so that no one can keep the mailbox's owner from confirming it.
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
  // Twenty a second: the backlog of a laboratory after an outage passes, an endless loop does not.
  fhirCallPerClient: { points: 6_000, seconds: 5 * MINUTE },
  // Payment pages requested; each asks the provider.
  paymentPagePerAccount: { points: 60, seconds: HOUR },
  // Beyond it the provider is not asked. A page that waits for a payment without a live connection asks 125 times
  // until its order expires.
  paymentCheckPerAccount: { points: 300, seconds: HOUR },
  // Each mails the patient and the laboratory.
  visitMovePerAccount: { points: 20, seconds: HOUR },
  exportPerAccount: { points: 10, seconds: HOUR },
  paperPerAccount: { points: 60, seconds: HOUR },
  staffLoginPerAccountAndNetwork: { points: 10, seconds: 15 * MINUTE },
  staffLoginPerNetwork: { points: 200, seconds: 15 * MINUTE },
  // Wrong codes with the right password: the password may be in the wrong hands.
  wrongStaffCodePerAccount: { points: 20, seconds: HOUR },
  staffInvitationPerNetwork: { points: 50, seconds: HOUR },
} as const

/**
 * Copies of support messages to one address, which anyone may type; further messages reach the support
 * without a copy.
 */
export const SUPPORT_COPIES = { mails: 5, seconds: HOUR } as const

/** Orders that an account may make, unpaid and cancelled ones included: so many times the limit of unpaid ones. */
export const ORDERS_MADE = { timesUnpaid: 6, seconds: HOUR } as const

/** How many an account may have at the same time. Unpaid orders and places of a visit are settings. */
export const QUOTAS = {
  patients: 50,
  /** Links by which results can be read now. */
  openShares: 20,
  /** A further session ends the one that was used longest ago. */
  sessions: 20,
  /** Different papers being made. */
  concurrentPapers: 4,
  passkeys: 20,
} as const
