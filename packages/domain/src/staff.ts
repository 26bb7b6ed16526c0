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
  'visits.change': { does: 'Note arrivals and who did not come', roles: ['reception', 'homeVisits'] },
  'samples.take': { does: 'Note that samples are taken', roles: ['reception', 'homeVisits'] },
  'visits.sheet': {
    does: 'Take along the day’s visits at home, with addresses and tests',
    roles: ['homeVisits'],
  },
  'orders.read': {
    does: 'Find orders and see them: number, state, time, names of patients, notes',
    roles: ['reception', 'homeVisits', 'support', 'finance', 'laboratory', 'privacy'],
  },
  'orders.persons': {
    does: 'See sex and date of birth of an order’s patients',
    roles: ['reception', 'homeVisits', 'support', 'laboratory', 'privacy'],
  },
  'orders.contact': {
    does: 'See how the owner of an order is reached',
    roles: ['reception', 'homeVisits', 'support', 'finance', 'privacy'],
  },
  'orders.money': {
    does: 'See what an order costs, and how its payment stands',
    roles: ['reception', 'homeVisits', 'support', 'finance'],
  },
  'orders.tests': {
    does: 'See the names of an order’s tests',
    roles: ['reception', 'homeVisits', 'laboratory'],
  },
  'orders.openTests': {
    does: 'See the names of an order’s tests once, with a reason that is written down',
    roles: ['support', 'privacy'],
  },
  'orders.askTests': {
    does: 'Ask the patient to let the names of an order’s tests be seen, and see them while they do',
    roles: ['support', 'privacy'],
  },
  'visits.move': { does: 'Give a visit another time', roles: ['reception', 'homeVisits', 'support'] },
  'orders.cancel': {
    does: 'Cancel an order, with what was paid',
    roles: ['reception', 'homeVisits', 'support'],
  },
  'orders.note': {
    does: 'Write a note beside an order',
    roles: ['reception', 'homeVisits', 'support', 'finance', 'laboratory', 'privacy'],
  },
  'orders.repeatMail': {
    does: 'Send a mail about an order again',
    roles: ['reception', 'homeVisits', 'support'],
  },
  'sessions.end': {
    does: 'Log a patient out on all devices, who is told by mail',
    roles: ['support'],
  },
  'search.read': {
    does: 'See what people search for in vain, and the words added for it',
    roles: ['catalogue', 'administrator'],
  },
  'search.change': {
    does: 'Add words by which something is found in the whole network, and take them back',
    roles: ['catalogue', 'administrator'],
  },
  'calendar.read': {
    does: 'See hours, places and closures of a laboratory',
    roles: ['reception', 'homeVisits', 'support'],
  },
  'calendar.change': {
    does: 'Change hours and places, close a laboratory, decide on holidays',
    roles: ['reception', 'homeVisits'],
  },
  'catalogue.read': {
    does: 'See the catalogue’s editions, coming prices, what is offered where, and missing texts',
    roles: ['catalogue'],
  },
  'catalogue.change': {
    does: 'Put an edition in force, let prices begin on a day, and say what a laboratory does not offer',
    roles: ['catalogue'],
  },
  'payments.read': {
    does: 'See payments, what does not match, the day’s closing, and lay a statement beside the books',
    roles: ['finance'],
  },
  'refunds.ask': { does: 'Give money back, above a limit with a second person', roles: ['finance'] },
  'refunds.decide': { does: 'Agree as the second person that money goes back', roles: ['finance'] },
  'messages.read': { does: 'Read questions to the support', roles: ['support'] },
  'messages.answer': { does: 'Take, answer and close questions to the support', roles: ['support'] },
  'reports.read': { does: 'See what laboratories reported and was refused', roles: ['laboratory'] },
  'reports.mend': {
    does: 'Lay a refused report to the right order, try it again, or put it aside',
    roles: ['laboratory'],
  },
  'criticals.read': { does: 'See critical values and who was called about them', roles: ['laboratory'] },
  'criticals.note': { does: 'Write down who was called about critical values', roles: ['laboratory'] },
  'heldResults.read': {
    does: 'See results that wait for their release, with what was found',
    roles: ['laboratory'],
  },
  'heldResults.release': { does: 'Release a result, which its patient then sees', roles: ['laboratory'] },
  'rights.read': {
    does: 'See what people ask for about their data, with what is held of them',
    roles: ['privacy'],
  },
  'rights.answer': {
    does: 'Take, work off and answer what people ask for about their data: hand over, correct, erase',
    roles: ['privacy'],
  },
  'rights.results': {
    does: 'Have results in the file of what is held about somebody, who may hand that over as well',
    roles: ['laboratory'],
  },
  'machine.read': {
    does: 'See failed jobs, mails that did not arrive, imports, versions and health',
    roles: ['administrator'],
  },
  'machine.repeat': { does: 'Let a failed job or a mail run again', roles: ['administrator'] },
  'clients.read': {
    does: 'See which laboratories’ systems may log in, with their keys',
    roles: ['administrator'],
  },
  'clients.end': { does: 'End a laboratory’s system, or one of its keys, at once', roles: ['administrator'] },
  'staff.read': { does: 'See who works at the desk, with their roles', roles: ['administrator', 'privacy'] },
  'staff.change': { does: 'Invite people, change their roles, end their access', roles: ['administrator'] },
  'audit.read': { does: 'Search who read or changed what', roles: ['administrator', 'privacy'] },
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
