'use client'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { CodeBlock } from '@/components/ui/markdown/code-block'
import type { Failure, Result } from '@/lib/shared/errors'
import { Button } from '../ui/button'
import { ErrorNote } from '../ui/error-note'
import { jsonText, saveJson } from '../ui/save-json'

type Props<T extends object> = {
  id: string
  title: string
  about: string
  /** The name of the downloaded file. */
  file: string
  load(): Promise<Result<T>>
  /** Fields that are only in the download, because this page has them already. */
  without?: keyof T
}

/** Something about the turn as JSON, to read, copy or download, with keys redacted. */
export function JsonPart<T extends object>({ id, title, about, file, load, without }: Props<T>) {
  const [shown, setShown] = useState<string | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const loaded = async () => {
    setBusy(true)
    const result = await load()
    setBusy(false)
    setError(result.ok ? null : result.error)
    return result.ok ? result.value : null
  }
  const show = async () => {
    const whole = shown === null ? await loaded() : null
    setShown(whole && jsonText(without ? { ...whole, [without]: undefined } : whole))
  }
  const download = async () => {
    const whole = await loaded()
    if (whole !== null) saveJson(file, whole)
  }
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <h2 id={id} className="font-medium text-base">
        {title}
      </h2>
      <p className="max-w-[72ch] text-ink-soft">{about}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={busy} aria-expanded={shown !== null} onClick={() => void show()}>
          {shown === null ? 'Show as JSON' : 'Hide'}
        </Button>
        <Button size="sm" disabled={busy} onClick={() => void download()}>
          <Download aria-hidden className="size-3.5" /> Download
        </Button>
      </div>
      {error && <ErrorNote error={error} />}
      {shown !== null && <CodeBlock code={shown} language="json" />}
    </section>
  )
}
