import type { CartAnswer, OptionalMaterialDecisionRequestMap, RuleApplication } from '@shop/contract/cart'
import { Problem } from '@shop/contract/problem'
import { data, redirect } from 'react-router'
import type { Shop } from '../../shop-context.server.ts'
import { addAnalyses } from './add-analyses.server.ts'
import type { Addable } from './addable.server.ts'

/** What the page is told when not all went in. */
export interface AddOutcome {
  /** nobody: no patient was chosen. decide: who brings a container. restricted: a rule left something out. refused: it is not offered any more. */
  kind: 'nobody' | 'decide' | 'restricted' | 'refused'
  /** The form as it was sent, so that nothing has to be chosen twice. */
  chosen: [string, string][]
  requests: OptionalMaterialDecisionRequestMap
  applications: RuleApplication[]
}

interface ChosenPatient {
  patientId: string
  decisions: Record<number, boolean>
  pregnant: boolean
  companionIds: number[]
  /** Analyses of which the page has already said that they are left out. */
  toldIds: number[]
}

const ID = /^\d{1,10}$/

function readChosen(form: FormData): ChosenPatient[] {
  const entries = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const patientIds = [...new Set(entries.flatMap(([name, value]) => (name === 'patientIds' ? value : [])))]
  return patientIds.map((patientId) => {
    const of = (field: string) =>
      entries.flatMap(([name, value]) => {
        const rest = name.startsWith(`${field}.${patientId}.`)
          ? name.slice(field.length + patientId.length + 2)
          : ''
        return ID.test(rest) ? [[Number(rest), value] as const] : []
      })
    return {
      patientId,
      decisions: Object.fromEntries(of('material').map(([id, value]) => [id, value === 'buy'])),
      pregnant: form.get(`pregnant.${patientId}`) === 'yes',
      companionIds: of('companion').map(([id]) => id),
      toldIds: String(form.get(`told.${patientId}`) ?? '')
        .split(',')
        .map(Number),
    }
  })
}

/** Patients who take the same companions along are added together. */
function groupsOf(chosen: readonly ChosenPatient[]): ChosenPatient[][] {
  const groups = new Map<string, ChosenPatient[]>()
  for (const patient of chosen) {
    const key = patient.companionIds.join()
    groups.set(key, [...(groups.get(key) ?? []), patient])
  }
  return [...groups.values()]
}

/** Adds for the chosen patients and goes to the cart; says what is missing or was left out. */
export async function addByForm(input: { shop: Shop; addable: Addable; form: FormData }) {
  const { shop, addable, form } = input
  const chosen = readChosen(form)
  if (chosen.length === 0) return outcome(form, { kind: 'nobody' })
  const answers = await addGroups(shop, addable, groupsOf(chosen)).catch((error: unknown) => {
    if (error instanceof Problem && REFUSALS.has(error.code)) return null
    throw error
  })
  if (!answers) return outcome(form, { kind: 'refused' })
  const requests = Object.assign(
    {},
    ...answers.map((answer) =>
      answer.status === 'optionalMaterialDecisionRequested' ? answer.optionalMaterialDecisionRequestMap : {},
    ),
  )
  if (Object.keys(requests).length > 0) return outcome(form, { kind: 'decide', requests })
  const applications = answers.flatMap((answer) =>
    answer.status === 'specificAnalysisRestrictionsApplied' ? answer.specificAnalysisRulesApplication : [],
  )
  const news = applications.filter(({ patientId, analysisId, effect }) => {
    const told = chosen.find((patient) => patient.patientId === patientId)?.toldIds ?? []
    return effect !== 'leftOut' || !told.includes(analysisId)
  })
  if (news.length > 0) return outcome(form, { kind: 'restricted', applications: news })
  return redirect('/order/cart?told=added')
}

/** What a page shown a while ago, or a made-up form, may ask for in vain. */
const REFUSALS = new Set<string>([
  'analysis_has_no_price',
  'unknown_analysis',
  'unknown_patient',
  'unknown_material',
])

async function addGroups(shop: Shop, addable: Addable, groups: ChosenPatient[][]): Promise<CartAnswer[]> {
  const answers: CartAnswer[] = []
  for (const group of groups) {
    const companionIds = group[0]?.companionIds ?? []
    const patientIds = group.map(({ patientId }) => patientId)
    const decisions = Object.fromEntries(group.map(({ patientId, decisions }) => [patientId, decisions]))
    const confirmations = Object.fromEntries(
      group.map(({ patientId, pregnant }) => [patientId, { pregnant }]),
    )
    answers.push(
      await addAnalyses({ shop, patientIds, decisions, confirmations }, () => [
        ...addable.analysisIds,
        ...companionIds,
      ]),
    )
  }
  return answers
}

function outcome(form: FormData, told: Partial<AddOutcome> & Pick<AddOutcome, 'kind'>) {
  const chosen = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const answer: AddOutcome = { chosen, requests: {}, applications: [], ...told }
  return data(answer, { status: told.kind === 'restricted' ? 200 : 422 })
}
