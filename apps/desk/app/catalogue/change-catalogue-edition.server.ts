import { Problem } from '@shop/contract/problem'
import { doIntent, textsOf } from '../forms/run-form.server.ts'
import type { Desk } from '../session/desk-context.server.ts'

/** Publishes an edition now, or its prices on a day. Without scripts, too, an offer ends only if that has been read. */
export function changeCatalogueEdition(desk: Desk, editionId: string, form: FormData) {
  const version = Number(form.get('version'))
  return doIntent(desk, form, {
    plan: () => desk.api.planEdition(editionId, { version, fromDay: textsOf(form)('fromDay') }),
    publish: async () => {
      if (form.has('stops') && !form.has('confirmed')) {
        throw new Problem('invalid_fields', { errors: [{ path: 'confirmed', message: 'required' }] })
      }
      await desk.api.publishEdition(editionId, { version })
      return { count: null }
    },
  })
}
