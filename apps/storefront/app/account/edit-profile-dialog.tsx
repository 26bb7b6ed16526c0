import { Form } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { FormOwner, KeptNotice } from '../platform/forms/form-owner.tsx'
import { BirthDateField, EmailField, NameFields, PhoneField } from '../platform/forms/person-fields.tsx'
import { useFormFields } from '../platform/forms/use-form-fields.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import type { SettingsData } from './load-settings.server.ts'
import { CancelLink, SettingsDialog } from './settings-dialog.tsx'
import styles from './settings-page.module.css'
import type { SettingsView } from './settings-view.ts'

interface EditProfileDialogProps {
  settings: Pick<SettingsData, 'user' | 'today' | 'kept' | 'formOwner'>
  view: SettingsView
  failure: FormFailure | undefined
}

export function EditProfileDialog({ settings, view, failure }: EditProfileDialogProps) {
  const { t } = useTexts()
  const own = failureOf(failure, 'editProfile')
  const { user, today, kept, formOwner } = settings
  const { emailConfirmed: _1, pendingEmail: _2, ...initial } = user
  const field = useFormFields(own, kept ?? initial)
  return (
    <SettingsDialog modal="editProfile" view={view} title={t('account.settings.editProfile')}>
      <Form method="post" className="stack" noValidate>
        <FormErrors failure={own} />
        {kept && !own && <KeptNotice />}
        <FormOwner owner={formOwner} />
        <NameFields field={field} />
        <EmailField field={field} hint={t('account.settings.emailHint')} />
        <PhoneField field={field} />
        <BirthDateField field={field} today={today} />
        <div className={styles.actions}>
          <SubmitButton name="intent" value="editProfile">
            {t('forms.save')}
          </SubmitButton>
          <CancelLink />
        </div>
      </Form>
    </SettingsDialog>
  )
}
