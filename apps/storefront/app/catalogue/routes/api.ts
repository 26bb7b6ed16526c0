import { unansweredQuerySchema } from '@shop/contract/search-words'
import { shownLaboratory } from '../../platform/laboratory/active-laboratory.server.ts'
import { localApi, readJson } from '../../platform/problems/local-api.server.ts'

const termSchema = unansweredQuerySchema.pick({ searchNameTerm: true })

/** The search's calls of the local API. */
const api = localApi({
  'api/search/unanswered': {
    POST: async ({ shop, request }) => {
      const { searchNameTerm } = await readJson(request, termSchema)
      const laboratory = await shownLaboratory(shop)
      await shop.api.countUnansweredQuery({
        searchNameTerm,
        ...(laboratory ? { laboratoryId: Number(laboratory.id) } : {}),
      })
      return {}
    },
  },
})

export const middleware = api.middleware
export const loader = api.answer
export const action = api.answer
