import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { SubmitButton } from '../../components/button/submit-button.tsx'
import { RadioGroup } from '../../components/choice/radio-group.tsx'
import { BirthDateField, NameFields } from '../../components/field/person-fields.tsx'
import { FormOwner } from '../../components/form-draft/form-owner.tsx'
import { KeptNotice } from '../../components/form-draft/kept-notice.tsx'
import { FormErrors } from '../../components/form-errors/form-errors.tsx'
import { type FormFailure, failureOf } from '../../form-failure.ts'
import { useFormFields } from '../../use-form-fields.ts'
import styles from './patient-form.module.css'
import type { PatientFormData } from './read-patient-form.server.ts'

interface PatientFormProps {
  /** What stands in the fields at first. */
  initial: Record<string, string>
  form: PatientFormData
  failure: FormFailure | undefined
  submitLabel: string
}

/** Name, gender and date of birth; posts to the page it stands on. */
export function PatientForm({ initial, form, failure, submitLabel }: PatientFormProps) {
  const { t } = useTranslation()
  const own = failureOf(failure, 'savePatient')
  const field = useFormFields(own, form.kept ?? initial)
  const { autoFocus: _, ...gender } = field('gender')
  return (
    <Form method="post" className={styles.form} noValidate>
      <FormErrors failure={own} />
      {form.kept && !own && <KeptNotice />}
      <FormOwner owner={form.formOwner} />
      <NameFields field={field} ofOther />
      <RadioGroup
        {...gender}
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
    </Form>
  )
}
