import type { DocumentSummary } from '@shop/contract/documents'
import { SHORTEST_PASSWORD } from '@shop/contract/input-lengths'
import { Form } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { FormOwner } from '../platform/forms/form-owner.tsx'
import { BirthDateField, EmailField, NameFields, PhoneField } from '../platform/forms/person-fields.tsx'
import { useFormFields } from '../platform/forms/use-form-fields.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import styles from './auth.module.css'
import { DocumentChecks, isConsent, TermsByButton } from './document-checks.tsx'
import { type Origin, registerPath } from './login-state.ts'
import { OriginFields } from './origin-fields.tsx'
import { PasswordField } from './password-field.tsx'

interface RegisterFormProps {
  /** The page that the registration leads back to. */
  origin: Origin
  /** The documents to be accepted (`loadRegistrationDocuments` of the server). */
  documents: readonly DocumentSummary[]
  failure?: FormFailure | undefined
}

/** A new account; posts to the registration page from any page. */
export function RegisterForm({ origin, documents, failure }: RegisterFormProps) {
  const { t } = useTexts()
  const own = failureOf(failure, 'register')
  const field = useFormFields(own)
  return (
    <Form method="post" action={registerPath(origin)} className="stack" noValidate>
      <FormErrors failure={own} />
      <OriginFields origin={origin} />
      <FormOwner owner={null} />
      <NameFields field={field} />
      {origin.addableFlowPage && <OwnPatient field={field} failure={own} />}
      <EmailField field={field} hint={t('account.register.emailHint')} isUsername />
      <PasswordField
        {...field('password')}
        label={t('account.password')}
        hint={t('account.register.passwordHint', { count: SHORTEST_PASSWORD })}
        autoComplete="new-password"
        required
      />
      <PhoneField field={field} hint={t('order.call.phoneHint')} />
      <DocumentChecks legend={t('documents.title')} documents={documents.filter(isConsent)} failure={own} />
      <SubmitButton name="intent" value="register" wide>
        {t('account.register.submit')}
      </SubmitButton>
      {origin.addableFlowPage && (
        <SubmitButton name="intent" value="registerAndAdd" look="quiet" icon="user-plus" wide>
          {t('account.register.submitAndAdd')}
        </SubmitButton>
      )}
      <TermsByButton documents={documents.filter((document) => !isConsent(document))} />
    </Form>
  )
}

interface OwnPatientProps {
  field: ReturnType<typeof useFormFields>
  failure: FormFailure | undefined
}

/**
 * On the way to a test: the account's owner becomes its first patient in the same step, unless the test is for
 * others.
 */
function OwnPatient({ field, failure }: OwnPatientProps) {
  const { t } = useTexts()
  return (
    <div className={styles.patient}>
      <Checkbox
        name="isPatient"
        defaultChecked={failure ? 'isPatient' in failure.values : true}
        label={t('account.register.isPatient')}
      />
      <div className={styles.asPatient}>
        <RadioGroup
          {...field('gender')}
          legend={t('patients.gender')}
          options={[
            { value: 'FEMALE', title: t('patients.female') },
            { value: 'MALE', title: t('patients.male') },
          ]}
          required
          inline
        />
        <BirthDateField field={field} required />
      </div>
    </div>
  )
}
