import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { AddOutcome, OutcomeApplication } from './add-to-cart.server.ts'
import type { PatientChoice } from './patient-choices.server.ts'

interface RulesDialogProps {
  outcome: AddOutcome
  choices: readonly PatientChoice[]
}

/**
 * Lists the patients for whom a rule left something out or removed something. It is rendered open, so that it
 * works without scripts.
 */
export default function RulesDialog({ outcome, choices }: RulesDialogProps) {
  const { t } = useTexts()
  const { pathname } = useLocation()
  // The answer that was closed, not whether the dialog is: the next answer opens it again.
  const [closed, close] = useState<AddOutcome>()
  const { applications, addedCount } = outcome
  const isPartly = applications.some(({ effect }) => effect === 'leftOut')
  const title = addedCount === 0 ? 'nothing' : isPartly ? 'restricted' : 'replaced'
  const sentenceOf = ({ rule, effect, message, name, includedIn }: OutcomeApplication) =>
    rule === 'ALREADY_INCLUDES' && effect !== 'broken'
      ? t(`cart:add.included.${effect}`, { name, includedIn })
      : message
  const patientIds = [...new Set(applications.map(({ patientId }) => patientId))]
  const sentencesFor = (id: string) => [
    ...new Set(applications.flatMap((each) => (each.patientId === id ? sentenceOf(each) : []))),
  ]
  /** Whether this patient's card has a box that was not ticked. */
  const isAskedAbout = (id: string) =>
    choices.some(({ patientId, needsPregnancy }) => patientId === id && needsPregnancy) &&
    applications.some(({ patientId, rule }) => patientId === id && rule === 'PREGNANCY_ONLY')
  return (
    <Dialog open={closed !== outcome} title={t(`cart:add.outcome.${title}`)} onClose={() => close(outcome)}>
      <div className="stack">
        <ul className="stack stack-m">
          {patientIds.map((id) => (
            <li key={id}>
              <b>{choices.find(({ patientId }) => patientId === id)?.fullName}</b>
              {sentencesFor(id).map((sentence) => (
                <p key={sentence} className="small">
                  {sentence}
                </p>
              ))}
              {isAskedAbout(id) && <p className="small">{t('cart:add.tickPregnant')}</p>}
            </li>
          ))}
        </ul>
        {addedCount > 0 && isPartly && <p className="small muted">{t('cart:add.othersAdded')}</p>}
        <div className="row row-wrap">
          {addedCount > 0 && <ButtonLink to={pathOf('cart')}>{t('cart:add.toCart')}</ButtonLink>}
          <Link className="hit" to={pathname} replace onClick={() => close(outcome)}>
            {t('cart:add.chooseOthers')}
          </Link>
        </div>
      </div>
    </Dialog>
  )
}
