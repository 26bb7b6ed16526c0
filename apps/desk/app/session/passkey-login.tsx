import { askForPasskey, usePasskeysHere } from '@shop/storefront/pages/use-passkey.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Button } from '@shop/storefront/ui/button.tsx'
import { type MouseEvent, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { pathOf } from '../navigation.ts'

/** Sends the surrounding form with a passkey instead of the code. Only if the browser supports it. */
export function PasskeyLogin() {
  const { t } = useTexts()
  const submit = useSubmit()
  const { state } = useNavigation()
  const isOffered = usePasskeysHere()
  const [progress, setProgress] = useState<'idle' | 'asking' | 'failed' | 'early'>('idle')
  if (!isOffered) return null

  async function use({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const form = currentTarget.form!
    const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
    const empty = ['email', 'password'].map(field).find((input) => !input.validity.valid)
    if (empty) {
      empty.focus()
      return setProgress('early')
    }
    setProgress('asking')
    try {
      const passkey = await askForPasskey(pathOf('passkeyOptions'))
      setProgress('idle')
      const [email, password] = [field('email').value, field('password').value]
      await submit({ email, password, passkey }, { method: 'post' })
    } catch {
      setProgress('failed')
    }
  }

  return (
    <>
      <Button
        look="quiet"
        wide
        icon="key-round"
        onClick={use}
        aria-disabled={progress === 'asking' || state !== 'idle'}
      >
        {t('desk:login.passkey')}
      </Button>
      <p role="status" className="small muted">
        {progress === 'failed' && t('desk:login.passkeyNotUsed')}
        {progress === 'early' && t('desk:login.passkeyFirst')}
      </p>
    </>
  )
}
