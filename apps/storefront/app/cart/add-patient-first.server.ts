import { redirect } from 'react-router'
import { pathOfKeptForm } from '../platform/forms/form-draft.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** The `intent` of the button that adds a patient while others are being chosen. */
export const ADD_PATIENT = 'addPatient'

/** Keeps what is chosen so far and leads to the form of a new patient, and from there back to the choice. */
export async function addPatientFirst(
  shop: Shop,
  request: Request,
  texts: Record<string, string>,
): Promise<Response> {
  const { intent: _, ...chosen } = texts
  const pathname = new URL(request.url).pathname.replace(/\.data$/, '')
  const pathnameToReturn = await pathOfKeptForm(shop, pathname, chosen)
  const query = new URLSearchParams({ pathnameToReturn, addableFlowPage: '1' })
  return redirect(`${pathOf('createPatient')}?${query}`)
}
