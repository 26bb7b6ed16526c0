/** Roles of the network's own staff; combinable, each limited to laboratories. */
export const STAFF_ROLES = [
  'reception',
  'homeVisits',
  'support',
  'finance',
  'laboratory',
  'catalogue',
  'privacy',
  'administrator',
] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/**
 * Who may do what, in one table. Each call of the desk names one of these; its guard and its description read it
 * here.
 */
export const STAFF_PERMISSIONS = {
  'visits.read': { does: 'See the visits of a day', roles: ['reception', 'homeVisits', 'support'] },
  'visits.change': { does: 'Record arrivals and no-shows', roles: ['reception', 'homeVisits'] },
  'samples.take': { does: 'Record that samples have been taken', roles: ['reception', 'homeVisits'] },
  'visits.sheet': {
    does: 'Take the day’s home visits along, with addresses and tests',
    roles: ['homeVisits'],
  },
  'orders.read': {
    does: 'Find and see orders: number, state, time, names of patients, notes',
    roles: ['reception', 'homeVisits', 'support', 'finance', 'laboratory', 'privacy'],
  },
  'orders.persons': {
    does: 'See the sex and date of birth of an order’s patients',
    roles: ['reception', 'homeVisits', 'support', 'laboratory', 'privacy'],
  },
  'orders.contact': {
    does: 'See the contact details of an order’s owner',
    roles: ['reception', 'homeVisits', 'support', 'finance', 'privacy'],
  },
  'orders.money': {
    does: 'See the cost of an order and the state of its payment',
    roles: ['reception', 'homeVisits', 'support', 'finance'],
  },
  'orders.tests': {
    does: 'See the names of an order’s tests',
    roles: ['reception', 'homeVisits', 'laboratory'],
  },
  'orders.openTests': {
    does: 'See the names of an order’s tests once, for a reason that is recorded',
    roles: ['support', 'privacy'],
  },
  'orders.askTests': {
    does: 'Ask the patient for consent to see the names of an order’s tests, and see them while it lasts',
    roles: ['support', 'privacy'],
  },
  'visits.move': { does: 'Move a visit to another time', roles: ['reception', 'homeVisits', 'support'] },
  'orders.cancel': {
    does: 'Cancel an order, and refund its payment',
    roles: ['reception', 'homeVisits', 'support'],
  },
  'orders.note': {
    does: 'Add a note to an order',
    roles: ['reception', 'homeVisits', 'support', 'finance', 'laboratory', 'privacy'],
  },
  'orders.repeatMail': {
    does: 'Send a mail about an order again',
    roles: ['reception', 'homeVisits', 'support'],
  },
  'sessions.end': {
    does: 'Log a patient out on all devices; the patient is notified by mail',
    roles: ['support'],
  },
  'search.read': {
    does: 'See searches without results, and the words added for them',
    roles: ['catalogue', 'administrator'],
  },
  'search.change': {
    does: 'Add search words for the whole network, and remove them',
    roles: ['catalogue', 'administrator'],
  },
  'calendar.read': {
    does: 'See a laboratory’s hours, places and closures',
    roles: ['reception', 'homeVisits', 'support'],
  },
  'calendar.change': {
    does: 'Change hours and places, close a laboratory, decide on holidays',
    roles: ['reception', 'homeVisits'],
  },
  'catalogue.read': {
    does: 'See the catalogue’s editions, coming prices, offers and missing texts',
    roles: ['catalogue'],
  },
  'catalogue.change': {
    does: 'Put an edition in force, set the day on which prices take effect, and withhold offers of a laboratory',
    roles: ['catalogue'],
  },
  'payments.read': {
    does: 'See payments, discrepancies and daily closings, and compare a statement with the books',
    roles: ['finance'],
  },
  'refunds.ask': { does: 'Refund money; above a limit, with a second person', roles: ['finance'] },
  'refunds.decide': { does: 'Approve a refund as the second person', roles: ['finance'] },
  'messages.read': { does: 'Read questions to the support', roles: ['support'] },
  'messages.answer': { does: 'Take, answer and close questions to the support', roles: ['support'] },
  'reports.read': { does: 'See laboratories’ refused reports', roles: ['laboratory'] },
  'reports.mend': {
    does: 'Assign a refused report to the right order, retry it, or put it aside',
    roles: ['laboratory'],
  },
  'criticals.read': { does: 'See critical values and the calls about them', roles: ['laboratory'] },
  'criticals.note': { does: 'Record calls about critical values', roles: ['laboratory'] },
  'heldResults.read': {
    does: 'See results that are waiting for release, with their values',
    roles: ['laboratory'],
  },
  'heldResults.release': { does: 'Release a result, so that its patient can see it', roles: ['laboratory'] },
  'rights.read': {
    does: 'See requests about data, and the data held about the person',
    roles: ['privacy'],
  },
  'rights.answer': {
    does: 'Take on, handle and answer requests about data: hand over, correct, erase',
    roles: ['privacy'],
  },
  'rights.results': {
    does: 'Include results in the exported data of a person, if the role may hand that over',
    roles: ['laboratory'],
  },
  'machine.read': {
    does: 'See failed jobs, undelivered mails, imports, versions and health',
    roles: ['administrator'],
  },
  'machine.repeat': { does: 'Retry a failed job or mail', roles: ['administrator'] },
  'clients.read': {
    does: 'See which laboratories’ systems may log in, and their keys',
    roles: ['administrator'],
  },
  'clients.end': {
    does: 'End the access of a laboratory’s system, or one of its keys, immediately',
    roles: ['administrator'],
  },
  'staff.read': { does: 'See the desk’s staff and their roles', roles: ['administrator', 'privacy'] },
  'staff.change': { does: 'Invite staff, change their roles, end their access', roles: ['administrator'] },
  'audit.read': { does: 'Search who read or changed which data', roles: ['administrator', 'privacy'] },
} as const satisfies Record<string, { does: string; roles: readonly StaffRole[] }>
export type StaffPermission = keyof typeof STAFF_PERMISSIONS

/** These concern the whole network: limiting them to some laboratories would make no sense. */
export const ROLES_OF_THE_NETWORK: readonly StaffRole[] = ['privacy', 'administrator']

/** A role of a member of staff, at these laboratories; null: at all of them. */
export interface StaffGrant {
  role: StaffRole
  laboratoryIds: readonly number[] | null
}

/** Where a member of staff may do something. */
export type LaboratoryScope = 'all' | readonly number[]

export const permissionsOfRole = (role: StaffRole): StaffPermission[] =>
  allPermissions().filter((permission) => rolesWith(permission).includes(role))

/** The laboratories where these grants allow it; an empty list: nowhere. */
export function scopeOf(grants: readonly StaffGrant[], permission: StaffPermission): LaboratoryScope {
  const allowing = grants.filter(({ role }) => rolesWith(permission).includes(role))
  if (allowing.some(({ laboratoryIds }) => laboratoryIds === null)) return 'all'
  return [...new Set(allowing.flatMap(({ laboratoryIds }) => laboratoryIds ?? []))]
}

/** What these grants allow anywhere. */
export function permissionsOf(grants: readonly StaffGrant[]): StaffPermission[] {
  return allPermissions().filter((permission) => scopeOf(grants, permission).length > 0)
}

/** What these grants allow at this laboratory. */
export const permissionsAt = (grants: readonly StaffGrant[], laboratoryId: number): StaffPermission[] =>
  allPermissions().filter((permission) => mayAt(grants, permission, laboratoryId))

/** Whether these grants allow it at this laboratory. */
export const mayAt = (grants: readonly StaffGrant[], permission: StaffPermission, laboratoryId: number) =>
  isInScope(scopeOf(grants, permission), laboratoryId)

export const isInScope = (scope: LaboratoryScope, laboratoryId: number): boolean =>
  scope === 'all' || scope.includes(laboratoryId)

/** Whether the one covers at least as much as the other. */
export const coversScope = (scope: LaboratoryScope, other: LaboratoryScope): boolean =>
  scope === 'all' || (other !== 'all' && other.every((id) => scope.includes(id)))

const allPermissions = () => Object.keys(STAFF_PERMISSIONS) as StaffPermission[]
const rolesWith = (permission: StaffPermission): readonly StaffRole[] => STAFF_PERMISSIONS[permission].roles
