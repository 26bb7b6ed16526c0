import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'

/** Takes a link along; without scripts it is marked and copied by hand. */
export function CopyLinkButton({ link }: { link: string }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  /** Where the browser does not let it, the button stays as it is. */
  async function copy() {
    const isDone = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    )
    setCopied(isDone)
  }
  return (
    <span className="needs-scripts" role="status">
      <Button look="quiet" size="s" onClick={copy}>
        {t(isCopied ? 'results.share.copied' : 'results.share.copy')}
      </Button>
    </span>
  )
}
