import { type ComponentProps, useState } from 'react'
import { useTexts } from '../platform/texts/use-texts.ts'
import { IconButton } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end' | 'defaultValue'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password that can be made visible (only with scripts); what was typed is never sent back in a page. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTexts()
  const [isShown, setIsShown] = useState(false)
  const show = (
    <span className="needs-scripts">
      <IconButton
        icon={isShown ? 'eye-off' : 'eye'}
        label={t(isShown ? 'account.hidePassword' : 'account.showPassword')}
        onClick={() => setIsShown(!isShown)}
      />
    </span>
  )
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      end={show}
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
    />
  )
}

/** Shows a password manager the password's user name; it is neither visible nor sent. */
export function UsernameForManager({ username }: { username: string }) {
  return <input type="text" autoComplete="username" value={username} readOnly hidden />
}
