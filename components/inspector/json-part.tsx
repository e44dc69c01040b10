'use client'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Failure, Result } from '@/lib/shared/errors'
import { Button } from '../ui/button'
import { ErrorNote } from '../ui/error-note'
import { saveFile } from '../ui/save-file'

type Props = {
  id: string
  title: string
  about: string
  /** The name of the downloaded file. */
  file: string
  load(): Promise<Result<object>>
}

/** Something about the turn to download as JSON, with keys redacted. */
export function JsonPart({ id, title, about, file, load }: Props) {
  const [error, setError] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    const result = await load()
    setBusy(false)
    setError(result.ok ? null : result.error)
    if (result.ok) saveFile(file, result.value)
  }
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <h2 id={id} className="font-medium text-base">
        {title}
      </h2>
      <p className="max-w-[72ch] text-ink-soft">{about}</p>
      <Button size="sm" className="self-start" disabled={busy} onClick={() => void download()}>
        <Download aria-hidden className="size-3.5" /> Download
      </Button>
      {error && <ErrorNote error={error} />}
    </section>
  )
}
