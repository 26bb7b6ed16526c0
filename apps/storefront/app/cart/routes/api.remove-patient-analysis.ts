import { removePatientAnalysisSchema } from '@shop/contract/cart'
import { answerUser, readJson } from '../../platform/problems/api-answer.server.ts'
import { onlyMethods } from '../../platform/problems/only-method.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { removePatientAnalysis } from '../remove-patient-analysis.server.ts'
import type { Route } from './+types/api.remove-patient-analysis'

function change({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () =>
    removePatientAnalysis({ shop, ...(await readJson(request, removePatientAnalysisSchema)) }),
  )
}

export const loader = onlyMethods({ POST: change })
export const action = loader
