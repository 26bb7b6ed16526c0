import type { StaffPermission } from '@shop/domain/staff'
import { pathOf } from '../navigation.ts'

/** The navigation: each screen with the permission to see it. `under`: it is the current one below that path. */
export const SCREENS = [
  { to: pathOf('today'), key: 'desk:nav.today', permission: 'visits.read' },
  { to: pathOf('sheet'), key: 'desk:nav.sheet', permission: 'visits.sheet' },
  { to: pathOf('payments'), key: 'desk:nav.money', permission: 'payments.read' },
  { to: pathOf('orders'), key: 'desk:nav.orders', permission: 'orders.read' },
  { to: pathOf('calendar'), key: 'desk:nav.calendar', permission: 'calendar.read' },
  { to: pathOf('messages'), key: 'desk:nav.messages', permission: 'messages.read' },
  { to: pathOf('rights'), key: 'desk:nav.rights', permission: 'rights.read' },
  // What cannot wait comes first.
  {
    to: pathOf('criticalValues'),
    under: pathOf('laboratory'),
    key: 'desk:nav.laboratory',
    permission: 'criticals.read',
  },
  { to: pathOf('staff'), key: 'desk:nav.staff', permission: 'staff.read' },
  { to: pathOf('catalogue'), key: 'desk:nav.catalogue', permission: 'catalogue.read' },
  { to: pathOf('searchWords'), key: 'desk:nav.searchWords', permission: 'search.read' },
  { to: pathOf('machine'), key: 'desk:nav.machine', permission: 'machine.read' },
  { to: pathOf('audit'), key: 'desk:nav.audit', permission: 'audit.read' },
] as const satisfies readonly { to: string; under?: string; key: string; permission: StaffPermission }[]

/** The first screen that these permissions allow. */
export function firstScreen(permissions: readonly StaffPermission[]): string {
  return SCREENS.find(({ permission }) => permissions.includes(permission))?.to ?? pathOf('staff')
}

/** Whether the page at this path belongs to the screen. */
export function isBelow({ to, under = to }: { to: string; under?: string }, pathname: string): boolean {
  return pathname === under || (under !== pathOf('today') && pathname.startsWith(`${under}/`))
}
