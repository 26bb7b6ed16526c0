import { useRouteData } from '../platform/pages/use-route-data.ts'

/** What the start page has loaded; undefined on any other page. */
export const useHomeData = () => useRouteData('home')
