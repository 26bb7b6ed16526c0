import { WIRE_GENDERS } from '@shop/contract/fields'
import { type Person, personFromWire } from '@shop/contract/patient-codec'
import type { DeskRights } from '@shop/contract/rights'
import { allowsErasure } from '@shop/domain/rights'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Button } from '@shop/storefront/ui/button.tsx'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Checkbox } from '@shop/storefront/ui/checkbox.tsx'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { Form } from 'react-router'
import { KeptFields } from '../forms/kept-fields.tsx'
import { pathOf } from '../navigation.ts'
import { DeskTable } from '../table/desk-table.tsx'
import type { FoundRights, RightsDone } from './ready-rights.server.ts'

interface WhatToDoProps {
  found: FoundRights
  done: RightsDone
  seesResults: boolean
}

/** What can be done with the requester's data, in the same ways that the account itself has. */
export function WhatToDo({ found, done, seesResults }: WhatToDoProps) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked>
      <h2>{t('desk:actions')}</h2>
      <Form
        method="post"
        action={pathOf('rightsExport', { requestId: found.id })}
        reloadDocument
        className="stack stack-s"
      >
        <div>
          <Button type="submit" look="quiet" size="s" icon="download">
            {t('desk:rights.export')}
          </Button>
        </div>
        <p className="small muted">{t('desk:rights.exportHint')}</p>
        {!seesResults && <p className="small muted">{t('desk:rights.exportNoResults')}</p>}
      </Form>
      {found.patients.length > 0 && (
        <>
          <h3>{t('desk:rights.patients')}</h3>
          {found.patients.map((patient) => (
            // Once corrected, it closes and shows the current data.
            <CorrectPatient key={JSON.stringify(patient)} patient={patient} found={found} done={done} />
          ))}
        </>
      )}
      {allowsErasure(found.right) && <EraseAccount version={found.version} />}
    </Card>
  )
}

function CorrectPatient({
  patient,
  found,
  done,
}: Omit<WhatToDoProps, 'seesResults'> & { patient: FoundRights['patients'][number] }) {
  const { t } = useTexts()
  const { id } = patient
  const person = personFromWire(patient)
  const isOpen = done?.typed?.intent === `correct ${id}`
  const typed = isOpen ? { ...person, ...done?.typed } : person
  const wrong = isOpen && done?.problem?.code === 'invalid_fields' ? done.problem.fields : []
  const errorOf = (name: keyof Person) =>
    wrong.some((path) => path.endsWith(name)) ? t(`forms.wrong.${name}`) : undefined
  return (
    <details open={isOpen}>
      <summary>
        {person.firstName} {person.lastName}
      </summary>
      <Form method="post" className="stack">
        <KeptFields form={`correct ${id}`} />
        <input type="hidden" name="version" value={found.version} />
        <TextField
          name="firstName"
          id={`firstName-${id}`}
          label={t('forms.person.firstName')}
          defaultValue={typed.firstName}
          error={errorOf('firstName')}
          autoComplete="off"
          required
        />
        <TextField
          name="lastName"
          id={`lastName-${id}`}
          label={t('forms.person.lastName')}
          defaultValue={typed.lastName}
          error={errorOf('lastName')}
          autoComplete="off"
          required
        />
        <SelectField
          name="gender"
          id={`gender-${id}`}
          label={t('patients.gender')}
          defaultValue={typed.gender}
          error={errorOf('gender')}
          options={WIRE_GENDERS.map((value) => ({
            value,
            label: t(`desk:order.gender${value}`),
          }))}
        />
        <TextField
          name="dateOfBirth"
          id={`dateOfBirth-${id}`}
          type="date"
          label={t('forms.person.dateOfBirth')}
          defaultValue={typed.dateOfBirth}
          error={errorOf('dateOfBirth')}
          required
        />
        <div className="row row-wrap">
          <SubmitButton look="quiet" size="s" name="intent" value={`correct ${id}`}>
            {t('desk:rights.correct')}
          </SubmitButton>
          {allowsErasure(found.right) && (
            <SubmitButton look="danger" size="s" name="intent" value={`remove ${id}`}>
              {t('desk:rights.removePatient')}
            </SubmitButton>
          )}
        </div>
      </Form>
    </details>
  )
}

function EraseAccount({ version }: { version: number }) {
  const { t } = useTexts()
  return (
    <Form method="post" className="stack stack-s">
      <h3>{t('desk:rights.erase')}</h3>
      <p className="muted">{t('desk:rights.eraseText')}</p>
      <input type="hidden" name="version" value={version} />
      <Checkbox name="sure" label={t('desk:rights.eraseSure')} required />
      <div>
        <SubmitButton look="danger" size="s" name="intent" value="erase">
          {t('desk:rights.erase')}
        </SubmitButton>
      </div>
    </Form>
  )
}

type Held = DeskRights['held'][number]
type KeptData = 'openOrders' | 'paidOrders' | 'payments' | 'results' | 'consents'
const isKept = (held: Held): held is Held & { what: KeptData } => held.isKept

/** What is held about the requester; what of it stays after an erasure, and why. */
export function HeldTable({ held }: { held: readonly Held[] }) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked>
      <h2>{t('desk:rights.held')}</h2>
      <DeskTable
        look="bare"
        caption={t('desk:rights.held')}
        rows={held}
        keyOf={({ what }) => what}
        columns={[
          {
            id: 'what',
            head: t('desk:rights.what'),
            cell: ({ what }) => t(`desk:rights.of.${what}`),
            isHead: true,
          },
          { id: 'count', head: t('desk:rights.count'), cell: ({ count }) => count, isNumber: true },
          {
            id: 'after',
            head: t('desk:rights.after'),
            cell: (one) =>
              one.count === 0
                ? '—'
                : isKept(one)
                  ? t('desk:rights.kept', { why: t(`desk:rights.why.${one.what}`) })
                  : t('desk:rights.goes'),
          },
        ]}
      />
    </Card>
  )
}
