import { useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { askForPasskey, usePasskeysHere } from '../platform/pages/use-passkey.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Button } from '../ui/button.tsx'

interface PasskeyButtonProps {
  /** The address that its form is posted to, and what the form sends besides the passkey. */
  action: string
  intent: string
  fields?: Readonly<Record<string, string | undefined>>
}

/** A passkey instead of what the form beside it asks for. Shown only if the browser supports it. */
export function PasskeyButton({ action, intent, fields = {} }: PasskeyButtonProps) {
  const { t } = useTexts()
  const submit = useSubmit()
  const { state } = useNavigation()
  const isOffered = usePasskeysHere()
  const [progress, setProgress] = useState<'idle' | 'asking' | 'failed'>('idle')
  if (!isOffered) return null
  async function use() {
    setProgress('asking')
    try {
      const passkey = await askForPasskey(pathOf('passkeyOptions'))
      setProgress('idle')
      const given = Object.entries(fields).filter(
        (field): field is [string, string] => field[1] !== undefined,
      )
      await submit({ ...Object.fromEntries(given), intent, passkey }, { method: 'post', action })
    } catch {
      setProgress('failed')
    }
  }
  const isBusy = progress === 'asking' || state !== 'idle'
  return (
    <>
      <Button look="quiet" wide icon="key-round" onClick={use} aria-disabled={isBusy}>
        {t('account.passkey.use')}
      </Button>
      <p role="status" className="small muted">
        {progress === 'failed' && t('account.passkey.notUsed')}
      </p>
    </>
  )
}
