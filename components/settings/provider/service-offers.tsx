'use client'
import { Cpu, LoaderCircle, Radar } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { server } from '@/components/settings/actions'
import { Button } from '@/components/ui/button'
import { useFormat } from '@/components/ui/words/use-format'
import type { LocalServiceDto } from '@/lib/shared/dto'
import type { ProviderForm } from './use-provider-form'

const PRESETS = [
  { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', models: null },
  { name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', models: null },
]

export function ServiceOffers({ form, look }: { form: ProviderForm; look: boolean }) {
  const format = useFormat()
  const id = useId()
  const { looksLocally } = form.provider
  const [found, setFound] = useState<LocalServiceDto[] | 'looking' | null>(null)
  const find = async () => {
    setFound('looking')
    const result = await server.findLocalServices()
    setFound(result.ok ? result.value : [])
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    if (look && looksLocally) void find()
  }, [])
  const isLooking = found === 'looking'
  const local = isLooking ? null : found
  return (
    <fieldset aria-labelledby={id} className="flex flex-col gap-2">
      {/* What is found must not move a button away from under a pointer. */}
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span id={id} className="font-medium">
          Start from
        </span>
        <p role="status" className="text-ink-soft text-xs">
          {local?.length === 0 ? 'None found on the usual ports of this machine.' : ''}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {[...(local ?? []), ...PRESETS].map(({ name, baseUrl, models }) => (
          <Button
            key={baseUrl}
            size="sm"
            aria-pressed={form.values.baseUrl === baseUrl}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft"
            onClick={() => form.start(name, baseUrl, models)}
          >
            {models && <Cpu aria-hidden className="size-3.5 text-accent" />} {name}
            {models && <span className="text-ink-soft">{format.plural(models.length, 'model')}</span>}
          </Button>
        ))}
        {looksLocally && !local?.length && (
          <Button size="sm" disabled={isLooking} onClick={() => void find()}>
            {isLooking ? (
              <LoaderCircle aria-hidden className="size-3.5 animate-spin" />
            ) : (
              <Radar aria-hidden className="size-3.5" />
            )}
            {isLooking ? 'Looking on this machine…' : 'Find on this machine'}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
