import { Form } from 'react-router'
import { BIRTH_ASKED, SAVE_AND_MORE } from '../platform/forms/form-draft.ts'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { FormOwner, KeptNotice } from '../platform/forms/form-owner.tsx'
import { BirthDateField, NameFields } from '../platform/forms/person-fields.tsx'
import { useFormFields } from '../platform/forms/use-form-fields.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { RadioGroup } from '../ui/radio-group.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import type { PatientFormData } from './load-patient-form.server.ts'
import styles from './patient-form.module.css'

interface PatientFormProps {
  /** The initial values of the fields. */
  initial: Record<string, string>
  form: PatientFormData
  failure: FormFailure | undefined
  submitLabel: string
  /** Whether another patient may be added after this one. */
  more?: boolean
  /** One of several: the focus is in the name field from the start. */
  isNext?: boolean
}

/** Name, gender and date of birth; posts to the page that contains it. */
export function PatientForm({
  initial,
  form,
  failure,
  submitLabel,
  more = false,
  isNext = false,
}: PatientFormProps) {
  const { t } = useTexts()
  const own = failureOf(failure, 'savePatient')
  const field = useFormFields(own, form.kept ?? initial)
  return (
    <Form method="post" className={styles.form} noValidate>
      <FormErrors failure={own} />
      {form.kept && !own && <KeptNotice />}
      <FormOwner owner={form.formOwner} />
      {own?.fields.dateOfBirth && <input type="hidden" name={BIRTH_ASKED} value="1" />}
      <NameFields field={field} ofOther autoFocus={isNext} />
      <RadioGroup
        {...field('gender')}
        legend={t('patients.gender')}
        hint={t('patients.genderHint')}
        options={[
          { value: 'FEMALE', title: t('patients.female') },
          { value: 'MALE', title: t('patients.male') },
        ]}
        required
        inline
      />
      <BirthDateField field={field} hint={t('patients.dateOfBirthHint')} today={form.today} ofOther />
      <SubmitButton name="intent" value="savePatient">
        {submitLabel}
      </SubmitButton>
      {more && (
        <SubmitButton look="quiet" icon="user-plus" name="intent" value={SAVE_AND_MORE}>
          {t('patients.createAndMore')}
        </SubmitButton>
      )}
    </Form>
  )
}
