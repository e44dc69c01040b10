'use client'
import { CircleHelp, LoaderCircle } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/error-note'
import type { ProviderForm } from './use-provider-form'

type Props = { form: ProviderForm; saveUnchecked: () => void }

/** The result of checking the models before saving, and a way to save anyway. */
export function CheckResult({ form: { check, change, values }, saveUnchecked }: Props) {
  const anyway = (
    <Button size="sm" onClick={saveUnchecked}>
      Save without checking
    </Button>
  )
  if (check.state === 'idle') return null
  if (check.state === 'failed')
    return <ErrorNote error={check.error}>{check.error.code !== 'provider_refused' && anyway}</ErrorNote>
  if (check.state === 'asking')
    return (
      <div
        role="status"
        className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-surface px-3 py-2.5 text-ink-soft"
      >
        <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />
        <span className="min-w-0 flex-1 basis-52 break-words">Asking {check.host} for its models…</span>
        {anyway}
      </div>
    )
  const { host, count, listed, missing } = check
  const others = [values.fastModel, values.utilityModel, values.embeddingModel].map((name) => name.trim())
  const choices = missing.some((name) => !others.includes(name)) ? listed : []
  return (
    <div
      role="alert"
      className="flex min-w-0 flex-col gap-2 rounded-md border border-line bg-surface px-3 py-2.5"
    >
      <p className="flex items-start gap-3">
        <CircleHelp aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-soft" />
        <span className="min-w-0 break-words">
          <span className="font-medium">
            {host} answers, but does not list {missing.map((name) => `“${name}”`).join(' or ')}.
          </span>{' '}
          <span className="text-ink-soft">
            {choices.length > 0
              ? 'Choose one that it has for thinking, or save the name as it is.'
              : 'Correct the name, or save it as it is.'}
          </span>
        </span>
      </p>
      <div className="flex min-w-0 flex-wrap items-center gap-2 pl-7">
        {choices.map((name) => (
          <Button
            key={name}
            size="sm"
            className="max-w-full"
            onClick={() => change({ reflectiveModel: name })}
          >
            <span className="min-w-0 truncate">{name}</span>
          </Button>
        ))}
        {choices.length > 0 && count > choices.length && (
          <span className="text-ink-faint text-xs">and {count - choices.length} more</span>
        )}
        <span className="ml-auto">{anyway}</span>
      </div>
    </div>
  )
}
