import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { SubmitButton } from '../../components/button/submit-button.tsx'
import { TextField } from '../../components/field/text-field.tsx'
import { FormOwner } from '../../components/form-draft/form-owner.tsx'
import { KeptNotice } from '../../components/form-draft/kept-notice.tsx'
import { FormErrors } from '../../components/form-errors/form-errors.tsx'
import { type FormFailure, failureOf } from '../../form-failure.ts'
import { useFormFields } from '../../use-form-fields.ts'
import type { SettingsData } from './read-settings.server.ts'
import { CancelLink, SettingsDialog } from './settings-dialog.tsx'
import styles from './settings-page.module.css'
import type { SettingsView } from './settings-view.ts'

interface EditProfileDialogProps {
  settings: Pick<SettingsData, 'user' | 'today' | 'kept' | 'formOwner'>
  view: SettingsView
  failure: FormFailure | undefined
}

export function EditProfileDialog({ settings, view, failure }: EditProfileDialogProps) {
  const { t } = useTranslation()
  const own = failureOf(failure, 'editProfile')
  const { user, today, kept, formOwner } = settings
  const { emailConfirmed: _, ...initial } = user
  const field = useFormFields(own, kept ?? initial)
  return (
    <SettingsDialog modal="editProfile" view={view} title={t('account.settings.editProfile')}>
      <Form method="post" className="stack" noValidate>
        <FormErrors failure={own} />
        {kept && !own && <KeptNotice />}
        <FormOwner owner={formOwner} />
        <TextField
          {...field('firstName')}
          label={t('account.register.firstName')}
          autoComplete="given-name"
          required
        />
        <TextField
          {...field('lastName')}
          label={t('account.register.lastName')}
          autoComplete="family-name"
          required
        />
        <TextField
          {...field('email')}
          label={t('account.email')}
          hint={t('account.settings.emailHint')}
          type="email"
          inputMode="email"
          autoComplete="email"
          required
        />
        <TextField
          {...field('phone')}
          label={t('account.settings.phone')}
          type="tel"
          autoComplete="tel"
          optional
        />
        <TextField
          {...field('dateOfBirth')}
          label={t('account.settings.dateOfBirth')}
          type="date"
          min="1900-01-01"
          max={today}
          autoComplete="bday"
          optional
        />
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
