import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { SubmitButton } from '../../components/button/submit-button.tsx'
import { RadioGroup } from '../../components/choice/radio-group.tsx'
import { TextField } from '../../components/field/text-field.tsx'
import { FormErrors } from '../../components/form-errors/form-errors.tsx'
import { type FormFailure, failureOf } from '../../form-failure.ts'
import { useFormFields } from '../../use-form-fields.ts'
import styles from './patient-form.module.css'

interface PatientFormProps {
  /** What stands in the fields at first. */
  initial: Record<string, string>
  /** `YYYY-MM-DD` in the laboratory's zone: nobody is born later. */
  today: string
  failure: FormFailure | undefined
  submitLabel: string
}

/** Name, gender and date of birth; posts to the page it stands on. */
export function PatientForm({ initial, today, failure, submitLabel }: PatientFormProps) {
  const { t } = useTranslation()
  const own = failureOf(failure, 'savePatient')
  const field = useFormFields(own, initial)
  const { autoFocus: _, ...gender } = field('gender')
  return (
    <Form method="post" className={styles.form} noValidate>
      <FormErrors failure={own} />
      <div className={styles.pair}>
        <TextField {...field('firstName')} label={t('patients.firstName')} autoComplete="off" required />
        <TextField {...field('lastName')} label={t('patients.lastName')} autoComplete="off" required />
      </div>
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
      <TextField
        {...field('dateOfBirth')}
        label={t('patients.dateOfBirth')}
        hint={t('patients.dateOfBirthHint')}
        type="date"
        min="1900-01-01"
        max={today}
        autoComplete="off"
        required
      />
      <SubmitButton name="intent" value="savePatient">
        {submitLabel}
      </SubmitButton>
    </Form>
  )
}
