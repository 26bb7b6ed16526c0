import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, useLocation } from 'react-router'
import { FormOwner } from '../platform/forms/form-owner.tsx'
import { KeptNotice } from '../platform/forms/kept-notice.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PageMeta } from '../ui/page-meta.tsx'
import { StickyBar } from '../ui/sticky-bar.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import type { AddOutcome } from './add-by-form.server.ts'
import styles from './add-to-cart.module.css'
import type { AddToCartView } from './add-to-cart-view.server.ts'
import { AddableSummary } from './addable-summary.tsx'
import type { PatientChoice } from './patient-choices.server.ts'
import { PatientOption } from './patient-option.tsx'
import { RestrictionsDialog } from './restrictions-dialog.tsx'
import { useSelection } from './use-selection.ts'

const FORM = 'add-to-cart'

interface AddToCartPageProps {
  view: AddToCartView & { choices: PatientChoice[] }
  outcome: AddOutcome | undefined
}

/** For whom: patients as cards, what has to be decided inside each card. */
export function AddToCartPage({ view, outcome }: AddToCartPageProps) {
  const { addable, choices, kept, formOwner } = view
  const { t } = useTranslation('cart')
  const { pathname } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const offered = choices.filter(({ state }) => state === 'offered')
  const sent = outcome?.chosen ?? kept
  const chosen = new Map(sent)
  const chosenIds = sent?.flatMap(([name, value]) => (name === 'patientIds' ? value : []))
  // With one patient to choose there is nothing to choose.
  const preselected = chosenIds ?? (offered.length === 1 ? offered.map(({ patientId }) => patientId) : [])
  const selection = useSelection(form, choices)
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
            <Form method="post" id={FORM} ref={form} className="stack">
              {/* What Enter presses. */}
              <button type="submit" name="intent" value="add" hidden tabIndex={-1} aria-hidden="true" />
              {formOwner && <FormOwner owner={formOwner} />}
              {kept && !view.isAdded && !outcome && <KeptNotice />}
              <OutcomeNotice outcome={outcome} />
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
                    {t('add.addPatient')}
                  </Button>
                ) : (
                  <ButtonLink look="quiet" icon="user-plus" wide to={addPath}>
                    {t('add.firstPatient')}
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
      {outcome?.kind === 'restricted' && <RestrictionsDialog outcome={outcome} choices={choices} />}
      {canAdd && (
        <StickyBar
          phoneOnly
          sum={<Money {...(selection?.sum ?? addable.total!)} />}
          note={selection ? t('add.forPatients', { count: selection.count }) : t('add.perPatient')}
        >
          {button(false)}
        </StickyBar>
      )}
    </>
  )
}

/** What is missing after the form was sent. */
function OutcomeNotice({ outcome }: { outcome: AddOutcome | undefined }) {
  const { t } = useTranslation('cart')
  if (!outcome || outcome.kind === 'restricted') return null
  return <Notice tone="bad" role="alert" title={t(`add.outcome.${outcome.kind}`)} />
}
