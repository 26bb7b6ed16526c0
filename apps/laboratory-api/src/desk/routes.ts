import type { Api } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { registerDeskCalendarRoutes } from './calendar-routes.ts'
import { deskPersonalData } from './desk-personal-data.ts'
import { registerDeskOrderRoutes } from './order-routes.ts'
import { sealedDeskFields } from './sealed-desk-words.ts'
import { registerDeskVisitRoutes } from './visit-routes.ts'

/** Routes for staff who work with visits and orders. */
export function registerDeskRoutes(api: Api, context: ApiContext): void {
  registerDeskVisitRoutes(api, context)
  registerDeskCalendarRoutes(api, context)
  registerDeskOrderRoutes(api, context)
  context.sealing.contribute(...sealedDeskFields)
  context.personalData.contribute(deskPersonalData(context))
}
