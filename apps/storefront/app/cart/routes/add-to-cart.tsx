import { lazy, type MouseEvent, type RefObject, Suspense, useRef } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { ADDED_PATIENT } from '../../platform/forms/form-draft.ts'
import { useFault } from '../../platform/forms/form-errors.tsx'
import { FormOwner, KeptNotice } from '../../platform/forms/form-owner.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { useMessage } from '../../platform/forms/use-form-fields.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { OwnLanguage } from '../../platform/texts/own-language.tsx'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { StickyBar } from '../../ui/sticky-bar.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { SubmittedByEnter } from '../../ui/submitted-by-enter.tsx'
import styles from '../add-to-cart.module.css'
import { type AddOutcome, addToCartByForm } from '../add-to-cart.server.ts'
import { requireAddable } from '../addable.server.ts'
import { AddableSummary, PatientOption, useSelection } from '../choose-patients.tsx'
import { type AddToCartView, loadAddToCart } from '../load-add-to-cart.server.ts'
import type { PatientChoice } from '../patient-choices.server.ts'
import { choiceAddress, wayBack } from '../way-back.ts'
import type { Route } from './+types/add-to-cart'

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const addable = await requireAddable(shop, params, url)
  return loadAddToCart({ shop, addable, url })
}

export async function action({ context, request, url, params }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return addToCartByForm(shop, { params, url }, await readForm(shop, request))
}

export default function AddToCart({ loaderData, actionData, params }: Route.ComponentProps) {
  const { addable, choices, documents } = loaderData
  if (!choices) return <GuestAddPage addable={addable} documents={documents} />
  // What was chosen for one test is not chosen for another.
  const key = `${params.addableType} ${params.addableId}`
  return <AddToCartPage key={key} view={{ ...loaderData, choices }} outcome={actionData} />
}

const FORM = 'add-to-cart'
// Each is loaded only when it is needed. Without a boundary, the page before stays until the guest's page has loaded.
const GuestAddPage = lazy(() => import('../guest-add-page.tsx'))
const RulesDialog = lazy(() => import('../rules-dialog.tsx'))

interface AddToCartPageProps {
  view: AddToCartView & { choices: PatientChoice[] }
  outcome: AddOutcome | undefined
}

/** For whom: patients as cards, with the decisions inside each card. */
function AddToCartPage({ view, outcome }: AddToCartPageProps) {
  const { addable, choices, kept, formOwner } = view
  const { t } = useTexts()
  const location = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const offered = choices.filter(({ state }) => state === 'offered')
  const sent = outcome?.chosen ?? kept
  const chosen = new Map(sent)
  const chosenIds = sent?.flatMap(([name, value]) => (name === 'patientIds' ? value : []))
  // If only one patient can be chosen, they are preselected.
  const preselected = chosenIds ?? (offered.length === 1 ? offered.map(({ patientId }) => patientId) : [])
  const selection = useSelection(form, choices)
  const canAdd = offered.length > 0 && addable.total !== null
  const origin = { pathnameToReturn: choiceAddress(location), addableFlowPage: '1' }
  const addPath = `${pathOf('createPatient')}?${new URLSearchParams(origin)}`
  const button = (wide: boolean) => (
    <SubmitButton look="accent" icon="plus" form={FORM} name="intent" value="add" wide={wide}>
      {t('cart:add.submit')}
    </SubmitButton>
  )
  return (
    <>
      <PageMeta title={`${addable.name}: ${t('cart:add.title')}`} />
      <div>
        <div className="split split-aside">
          <div>
            <PageHead title={t('cart:add.title')} above={<OwnLanguage>{addable.name}</OwnLanguage>} />
            <Form method="post" id={FORM} ref={form} className="stack">
              {/* Enter at a patient adds for those chosen, and does not create another patient. */}
              <SubmittedByEnter intent="add">{t('cart:add.submit')}</SubmittedByEnter>
              {formOwner && <FormOwner owner={formOwner} />}
              {kept && !view.isAdded && !outcome && <KeptNotice />}
              <OutcomeNotice outcome={outcome} isAnyoneChosen={selection !== null} />
              {addable.total === null && <Notice tone="warn" title={t('cart:add.notOffered')} />}
              <fieldset className="stack stack-s">
                <legend className="visually-hidden">{t('patients.title')}</legend>
                {(selection?.count ?? preselected.length) < offered.length && offered.length > 1 && (
                  <ChooseEveryone form={form} patientIds={offered.map(({ patientId }) => patientId)} />
                )}
                {choices.map((choice) => (
                  <PatientOption
                    key={choice.patientId}
                    choice={choice}
                    disabled={addable.total === null}
                    isChosen={preselected.includes(choice.patientId)}
                    answers={chosen}
                    undecided={outcome?.requests[choice.patientId]}
                  />
                ))}
                {choices.length > 0 ? (
                  <Button
                    type="submit"
                    name="intent"
                    value="addPatient"
                    formNoValidate
                    look="quiet"
                    icon="user-plus"
                    wide
                  >
                    {t('patients.add')}
                  </Button>
                ) : (
                  <ButtonLink look="primary" icon="user-plus" to={addPath}>
                    {t('cart:add.firstPatient')}
                  </ButtonLink>
                )}
              </fieldset>
            </Form>
          </div>
          <AddableSummary addable={addable} selection={selection}>
            {canAdd && <div className="only-wide">{button(true)}</div>}
          </AddableSummary>
        </div>
      </div>
      <Suspense fallback={null}>
        {outcome?.kind === 'restricted' && <RulesDialog outcome={outcome} choices={choices} />}
      </Suspense>
      {canAdd && (
        <StickyBar
          phoneOnly
          sum={<Money {...(selection?.sum ?? addable.total!)} />}
          note={selection ? t('cart:add.forPatients', { count: selection.count }) : t('cart:add.perPatient')}
        >
          {button(false)}
        </StickyBar>
      )}
    </>
  )
}

/** Ticks every patient who can be chosen; without scripts the link's address does. */
function ChooseEveryone({ form, patientIds }: ChooseEveryoneProps) {
  const { t } = useTexts()
  const tick = (event: MouseEvent) => {
    const boxes = form.current?.querySelectorAll<HTMLInputElement>('input[name="patientIds"]:enabled')
    if (!boxes?.length) return
    event.preventDefault()
    // Focus first: focusing forces a layout, and ticking before it would cause a second one.
    boxes[0]?.focus({ preventScroll: true })
    for (const box of boxes) if (!box.checked) box.click()
  }
  const { search } = useLocation()
  const query = new URLSearchParams([...wayBack(search), ...patientIds.map((id) => [ADDED_PATIENT, id])])
  return (
    <Link className={`hit ${styles.everyone}`} to={`?${query}`} replace preventScrollReset onClick={tick}>
      {t('cart:add.everyone')}
    </Link>
  )
}

interface ChooseEveryoneProps {
  form: RefObject<HTMLFormElement | null>
  patientIds: readonly string[]
}

interface OutcomeNoticeProps {
  outcome: AddOutcome | undefined
  isAnyoneChosen: boolean
}

/** What is missing after the form was sent: shown here, as the submit button is far below. */
function OutcomeNotice({ outcome, isAnyoneChosen }: OutcomeNoticeProps) {
  const message = useMessage()
  const missing = outcome?.kind === 'restricted' ? undefined : outcome
  const { ref, isFixed } = useFault(missing, missing?.kind === 'decide')
  if (!missing || isFixed || (missing.kind === 'nobody' && isAnyoneChosen)) return null
  return (
    <div ref={ref} tabIndex={-1}>
      <Notice tone="bad" role="alert" title={message(missing.title)} />
    </div>
  )
}
