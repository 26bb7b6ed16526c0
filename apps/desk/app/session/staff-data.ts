import type { StaffPermission } from '@shop/domain/staff'
import { useRouteLoaderData } from 'react-router'

/** What screens know of the person who is logged in. */
export interface StaffData {
  id: string
  name: string
  permissions: readonly StaffPermission[]
  /** Statements are of the whole network. */
  mayCompare: boolean
  hasSingleKeys: boolean
}

/** The person who is logged in; undefined on the login's own screens and on error pages. */
export const useStaff = () => useRouteLoaderData<StaffData>('routes/logged-in')
