import { useRouteData } from '@shop/storefront/pages/use-route-data.ts'

/** The person who is logged in; undefined on the login's own screens and on error pages. */
export const useStaff = () => useRouteData('routes/logged-in')
