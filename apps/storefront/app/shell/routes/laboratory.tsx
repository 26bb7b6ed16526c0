import { loadPlaces, type PlaceView } from '../../laboratories/branches.server.ts'
import { PlaceChoice } from '../../laboratories/place-choice.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import type { LaboratoryOption } from '../../platform/shell-data.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { PageHead } from '../../ui/page-head.tsx'
import {
  changeLaboratory,
  type LaboratoryQuestion,
  type LaboratoryRefusal,
  laboratoryQuestion,
  offeredLaboratories,
} from '../laboratory.server.ts'
import { LaboratoryForm } from '../laboratory-form.tsx'
import type { Route } from './+types/laboratory'

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const question = laboratoryQuestion(url.searchParams)
  const laboratories = await offeredLaboratories(shop, question)
  const ids = new Set(laboratories.map(({ id }) => id))
  return {
    question,
    laboratories,
    places: (await loadPlaces(shop)).filter(({ id }) => ids.has(id)),
    current: shop.activeLaboratoryId,
  }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return changeLaboratory(shop, url.searchParams, await readForm(shop, request))
}

export default function Laboratory({ loaderData, actionData }: Route.ComponentProps) {
  return <LaboratoryPage {...loaderData} {...actionData} />
}

interface LaboratoryPageProps {
  laboratories: readonly LaboratoryOption[]
  places: readonly PlaceView[]
  current: string | undefined
  question: LaboratoryQuestion
  refusal?: LaboratoryRefusal
}

/** Choosing another laboratory, from the menu or because the order needs one of the other kind. */
function LaboratoryPage({ laboratories, places, current, question, refusal }: LaboratoryPageProps) {
  const { t } = useTexts()
  return (
    <div data-wide>
      <PageHead title={t('messages:selectLab')} windowTitle={t('shell.menu.selectLaboratory')}>
        <p className="small muted">{t('shell.lab.lead')}</p>
      </PageHead>
      <LaboratoryForm
        laboratories={laboratories}
        current={laboratories.some(({ id }) => id === current) ? current : undefined}
        question={question}
        refusal={refusal}
        cards={(position) => <PlaceChoice places={places} position={position} />}
      />
    </div>
  )
}
