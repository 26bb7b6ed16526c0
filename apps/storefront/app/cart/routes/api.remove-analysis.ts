import { catalogueIdParameterSchema } from '@shop/contract/fields'
import { parseOrProblem } from '@shop/contract/problem'
import { z } from 'zod'
import { answerUser } from '../../platform/problems/api-answer.server.ts'
import { onlyMethods } from '../../platform/problems/only-method.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { removeAnalysis } from '../remove-analysis.server.ts'
import type { Route } from './+types/api.remove-analysis'

const querySchema = z.object({ analysisId: catalogueIdParameterSchema })

function change({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    const query = Object.fromEntries(new URL(request.url).searchParams)
    return removeAnalysis({ shop, ...parseOrProblem(querySchema, query) })
  })
}

export const loader = onlyMethods({ POST: change })
export const action = loader
