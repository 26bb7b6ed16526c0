import { removePatientAnalysisSchema } from '@shop/contract/cart'
import { answerUser, readJson } from '../../api-answer.server.ts'
import { removePatientAnalysis } from '../../features/cart/remove-patient-analysis.server.ts'
import { onlyMethods } from '../../only-method.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/cart.remove-patient-analysis'

function change({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () =>
    removePatientAnalysis({ shop, ...(await readJson(request, removePatientAnalysisSchema)) }),
  )
}

export const loader = onlyMethods({ POST: change })
export const action = loader
