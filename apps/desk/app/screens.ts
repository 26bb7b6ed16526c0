import type { StaffPermission } from '@shop/domain/staff'

/** The navigation: who may see what. */
export const SCREENS = [
  { to: '/', key: 'desk:nav.today', permission: 'visits.read' },
  { to: '/sheet', key: 'desk:nav.sheet', permission: 'visits.sheet' },
  { to: '/money', key: 'desk:nav.money', permission: 'payments.read' },
  { to: '/orders', key: 'desk:nav.orders', permission: 'orders.read' },
  { to: '/calendar', key: 'desk:nav.calendar', permission: 'calendar.read' },
  { to: '/messages', key: 'desk:nav.messages', permission: 'messages.read' },
  { to: '/rights', key: 'desk:nav.rights', permission: 'rights.read' },
  { to: '/laboratory', key: 'desk:nav.laboratory', permission: 'reports.read' },
  { to: '/search-words', key: 'desk:nav.searchWords', permission: 'search.read' },
  { to: '/catalogue', key: 'desk:nav.catalogue', permission: 'catalogue.read' },
  { to: '/staff', key: 'desk:nav.staff', permission: 'staff.read' },
  { to: '/machine', key: 'desk:nav.machine', permission: 'machine.read' },
  { to: '/audit', key: 'desk:nav.audit', permission: 'audit.read' },
] as const satisfies readonly { to: string; key: string; permission: StaffPermission }[]

/** Where somebody begins. */
export function firstScreen(permissions: readonly StaffPermission[]): string {
  return SCREENS.find(({ permission }) => permissions.includes(permission))?.to ?? '/staff'
}
