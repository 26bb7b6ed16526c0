import { LONGEST_PASSKEY_NAME } from '@shop/contract/input-lengths'
import { useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { useFormFields } from '../platform/forms/use-form-fields.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { makePasskey, type NewPasskey, usePasskeysHere } from '../platform/pages/use-passkey.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './security.module.css'
import type { SecurityView } from './security.server.ts'

interface PasskeysCardProps {
  passkeys: SecurityView['passkeys']
  canAdd: boolean
  failure: FormFailure | undefined
}

/** The account's passkeys, and a button for another one if the browser can create one. */
export function PasskeysCard({ passkeys, canAdd, failure }: PasskeysCardProps) {
  const { t } = useTexts()
  const isOffered = usePasskeysHere()
  return (
    <Card as="section" aria-labelledby="passkeys" stacked>
      <SectionHead id="passkeys" title={t('account.passkey.title')} bare />
      <p className="muted">{t('account.passkey.text')}</p>
      <FormErrors failure={failureOf(failure, 'startPasskey') ?? failureOf(failure, 'removePasskey')} />
      {passkeys.length > 0 && (
        <ul className={styles.passkeys}>
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} failure={failure} />
          ))}
        </ul>
      )}
      {canAdd && isOffered && (
        <Form method="post" action={pathOf('security')}>
          <SubmitButton icon="key-round" look="quiet" name="intent" value="startPasskey">
            {t('account.passkey.add')}
          </SubmitButton>
        </Form>
      )}
      {canAdd && isOffered === false && <p className="small muted">{t('account.passkey.notHere')}</p>}
      {canAdd && (
        <noscript>
          <p className="small muted">{t('account.passkey.notHere')}</p>
        </noscript>
      )}
    </Card>
  )
}

function PasskeyItem({
  passkey,
  failure,
}: {
  passkey: SecurityView['passkeys'][number]
  failure: FormFailure | undefined
}) {
  const { t } = useTexts()
  const { id, name, isSynced, created, lastUsed } = passkey
  const own = failureOf(failure, 'renamePasskey')
  const isOwn = own?.values.keyId === id
  const field = useFormFields(isOwn ? own : undefined, { keyName: name })
  return (
    <li>
      <div className={styles.passkey}>
        <b>{name}</b>
        <span className="small muted">
          {t(lastUsed ? 'account.passkey.lastUsed' : 'account.passkey.created', {
            date: lastUsed ?? created,
          })}
          {isSynced && ` · ${t('account.passkey.synced')}`}
        </span>
      </div>
      <details open={isOwn}>
        <summary>{t('account.passkey.change')}</summary>
        <Form method="post" action={pathOf('security')} className={styles.confirm} noValidate>
          <FormErrors failure={isOwn ? own : undefined} />
          <input type="hidden" name="keyId" value={id} />
          <TextField
            {...field('keyName')}
            id={`name-${id}`}
            label={t('account.passkey.name')}
            maxLength={LONGEST_PASSKEY_NAME}
            required
          />
          <div className="row row-wrap">
            <SubmitButton look="quiet" name="intent" value="renamePasskey">
              {t('forms.save')}
            </SubmitButton>
            <SubmitButton look="danger" name="intent" value="removePasskey">
              {t('account.passkey.remove')}
            </SubmitButton>
          </div>
        </Form>
      </details>
    </li>
  )
}

/** The last step before a passkey is created: its name, and the browser's own prompt. */
export function NewPasskeyCard({ newPasskey }: { newPasskey: NewPasskey }) {
  const { t } = useTexts()
  const submit = useSubmit()
  const [failed, setFailed] = useState<'notMade' | 'alreadyHere'>()
  async function make(form: FormData) {
    setFailed(undefined)
    try {
      const passkey = await makePasskey(newPasskey)
      const name = String(form.get('name') ?? '')
      await submit({ intent: 'addPasskey', name, passkey }, { method: 'post', action: pathOf('security') })
    } catch (error) {
      // The browser's own name for a device that has one of this account's passkeys.
      setFailed((error as Error).name === 'InvalidStateError' ? 'alreadyHere' : 'notMade')
    }
  }
  return (
    <Card as="section" aria-labelledby="new-passkey" stacked>
      <SectionHead id="new-passkey" title={t('account.passkey.add')} bare />
      <p className="muted">{t('account.passkey.addText')}</p>
      <form
        className={styles.confirm}
        onSubmit={(event) => {
          event.preventDefault()
          void make(new FormData(event.currentTarget))
        }}
      >
        <TextField
          name="name"
          label={t('account.passkey.name')}
          hint={t('account.passkey.nameHint')}
          optional
          maxLength={LONGEST_PASSKEY_NAME}
        />
        <div className="row row-wrap">
          <Button type="submit" icon="key-round">
            {t('account.passkey.make')}
          </Button>
          <ButtonLink look="quiet" to={pathOf('security')}>
            {t('forms.cancel')}
          </ButtonLink>
        </div>
        <p role="status" className="small muted">
          {failed && t(`account.passkey.${failed}`)}
        </p>
      </form>
    </Card>
  )
}
