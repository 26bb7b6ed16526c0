import { catalogueIdParameterSchema } from '@shop/contract/fields'
import { parseOrProblem } from '@shop/contract/problem'
import { z } from 'zod'
import { answerUser } from '../../api-answer.server.ts'
import { removeAnalysis } from '../../features/cart/remove-analysis.server.ts'
import { onlyMethods } from '../../only-method.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/cart.remove-analysis'

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
