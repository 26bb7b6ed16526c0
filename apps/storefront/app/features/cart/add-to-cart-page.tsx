import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, useLocation } from 'react-router'
import { ButtonLink } from '../../components/button/button.tsx'
import { SubmitButton } from '../../components/button/submit-button.tsx'
import { Money } from '../../components/money/money.tsx'
import { Notice } from '../../components/notice/notice.tsx'
import { PageHead } from '../../components/page-head/page-head.tsx'
import { PageMeta } from '../../components/page-meta/page-meta.tsx'
import { StickyBar } from '../../components/sticky-bar/sticky-bar.tsx'
import type { AddOutcome } from './add-by-form.server.ts'
import styles from './add-to-cart.module.css'
import type { AddToCartView } from './add-to-cart-view.server.ts'
import { AddableSummary } from './addable-summary.tsx'
import type { PatientChoice } from './patient-choices.server.ts'
import { PatientOption } from './patient-option.tsx'
import { selectionSum } from './selection-sum.ts'

const FORM = 'add-to-cart'

interface AddToCartPageProps {
  view: AddToCartView & { choices: PatientChoice[] }
  outcome: AddOutcome | undefined
}

/** For whom: patients as cards, what has to be decided inside each card. */
export function AddToCartPage({ view: { addable, choices }, outcome }: AddToCartPageProps) {
  const { t } = useTranslation('cart')
  const { pathname } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const offered = choices.filter(({ state }) => state === 'offered')
  const chosen = new Map(outcome?.chosen)
  const chosenIds = outcome?.chosen.flatMap(([name, value]) => (name === 'patientIds' ? value : []))
  // With one patient to choose there is nothing to choose.
  const preselected = chosenIds ?? (offered.length === 1 ? offered.map(({ patientId }) => patientId) : [])
  const [selection, setSelection] = useState(() => selectionSum(choices, preselected, chosen))
  const canAdd = offered.length > 0 && addable.total !== null
  const addPath = `/patients/create?${new URLSearchParams({ pathnameToReturn: pathname, addableFlowPage: '1' })}`
  const button = (wide: boolean) => (
    <SubmitButton look="accent" icon="plus" form={FORM} name="intent" value="add" wide={wide}>
      {t('add.submit')}
    </SubmitButton>
  )
  return (
    <>
      <PageMeta title={`${addable.name}: ${t('add.title')}`} />
      <div>
        <div className="split split-aside">
          <div>
            <PageHead title={t('add.title')} above={addable.name} />
            <Form
              method="post"
              id={FORM}
              ref={form}
              className="stack"
              onChange={(event) => setSelection(selectionSum(choices, ...selectedIn(event.currentTarget)))}
            >
              <OutcomeNotice outcome={outcome} choices={choices} />
              {addable.total === null && <Notice tone="warn" title={t('add.notOffered')} />}
              <fieldset className={styles.choices}>
                <legend className="visually-hidden">{t('add.patients')}</legend>
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
                <ButtonLink look="quiet" icon="user-plus" wide to={addPath}>
                  {t(choices.length > 0 ? 'add.addPatient' : 'add.firstPatient')}
                </ButtonLink>
              </fieldset>
            </Form>
          </div>
          <AddableSummary addable={addable}>
            {canAdd && <div className="only-wide">{button(true)}</div>}
          </AddableSummary>
        </div>
      </div>
      {canAdd && (
        <StickyBar
          phoneOnly
          sum={
            selection.count > 0 ? <Money {...selection.sum} /> : addable.total && <Money {...addable.total} />
          }
          note={selection.count > 0 ? t('add.forPatients', { count: selection.count }) : t('add.perPatient')}
        >
          {button(false)}
        </StickyBar>
      )}
    </>
  )
}

/** Ids of the chosen patients and the texts of the other fields. */
function selectedIn(form: HTMLFormElement): [string[], Map<string, string>] {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const)
  return [entries.flatMap(([name, value]) => (name === 'patientIds' ? value : [])), new Map(entries)]
}

/** What is missing, or what a rule left out, after the form was sent. */
function OutcomeNotice({ outcome, choices }: { outcome: AddOutcome | undefined; choices: PatientChoice[] }) {
  const { t } = useTranslation('cart')
  if (!outcome) return null
  if (outcome.kind !== 'restricted') {
    return <Notice tone="bad" role="alert" title={t(`add.outcome.${outcome.kind}`)} />
  }
  const nameOf = (id: string) => choices.find(({ patientId }) => patientId === id)?.fullName
  return (
    <Notice tone="warn" role="alert" title={t('add.outcome.restricted')}>
      <ul>
        {outcome.applications.map(({ patientId, analysisId, message }) => (
          <li key={`${patientId} ${analysisId} ${message}`}>
            <b>{nameOf(patientId)}</b>: {message}
          </li>
        ))}
      </ul>
      <ButtonLink size="s" to="/order/cart">
        {t('add.toCart')}
      </ButtonLink>
    </Notice>
  )
}
