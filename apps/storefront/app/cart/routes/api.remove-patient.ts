import { personalIdSchema } from '@shop/contract/fields'
import { parseOrProblem } from '@shop/contract/problem'
import { z } from 'zod'
import { answerUser } from '../../platform/problems/api-answer.server.ts'
import { onlyMethods } from '../../platform/problems/only-method.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { removePatient } from '../remove-patient.server.ts'
import type { Route } from './+types/api.remove-patient'

const querySchema = z.object({ patientId: personalIdSchema })

function change({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    const query = Object.fromEntries(new URL(request.url).searchParams)
    return removePatient({ shop, ...parseOrProblem(querySchema, query) })
  })
}

export const loader = onlyMethods({ POST: change })
export const action = loader
