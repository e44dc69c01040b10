'use client'
import { ArrowRight, Compass, LoaderCircle, Plug } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { ProviderDialog } from '@/components/settings/provider/provider-dialog'
import { Brand } from '@/components/shell/brand'
import { IMPORT_PAGE } from '@/components/shell/places'
import { useShell } from '@/components/shell/shell-context'
import { SAMPLE_LABEL, useSample } from '@/components/shell/use-sample'

export function Welcome() {
  const { conversations, hasArchived, provider } = useShell()
  const sample = useSample()
  const [connecting, setConnecting] = useState(false)
  // The sample is listed before it opens; the page must not change in between.
  const first = useHeld(conversations.length === 0 && !hasArchived, sample.starting)
  // Nothing of the sample is used elsewhere.
  const hasOwn = hasArchived || conversations.some((one) => !one.sample)
  return (
    <div className="flex flex-1 flex-col justify-center gap-8 py-8">
      <div>
        <Brand className="mb-5 size-12" />
        <h2 className="max-w-[34ch] text-balance font-medium text-xl">
          {first
            ? 'Mneme thinks before it answers, remembers every message, and shows you how.'
            : 'What’s on your mind?'}
        </h2>
        <p className="mt-2 max-w-[56ch] text-base text-ink-soft empty:hidden">
          {first
            ? 'Tell it something, and ask about it weeks later.'
            : hasOwn && 'Mneme remembers what you said in other conversations.'}
        </p>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        {sample.offered && (
          <Way
            icon={sample.starting ? <LoaderCircle className="animate-spin" /> : <Compass />}
            title={sample.starting ? 'Opening the sample…' : SAMPLE_LABEL}
            onClick={() => void sample.start()}
            disabled={sample.starting}
          >
            40 messages about a repair café.
          </Way>
        )}
        {(provider.offline || provider.problem) && (
          <Way icon={<Plug />} title="Connect a model" onClick={() => setConnecting(true)}>
            {provider.problem ?? `${provider.roles.reflective.model} answers until then.`}
          </Way>
        )}
      </div>
      <p className="text-ink-soft">
        {first ? 'Or ' : 'You can '}
        <Link href={IMPORT_PAGE} className="font-medium text-accent hover:underline">
          import your history
        </Link>{' '}
        from ChatGPT, Claude and other programs.
      </p>
      <ProviderDialog open={connecting} onOpenChange={setConnecting} />
    </div>
  )
}

type Props = {
  icon: ReactNode
  title: string
  children: ReactNode
  onClick: () => void
  disabled?: boolean
}
function Way({ icon, title, children, onClick, disabled }: Props) {
  return (
    <button
      type="button"
      onClick={onClick}
      disabled={disabled ?? false}
      aria-label={title}
      aria-busy={disabled}
      className="group flex items-start gap-3 rounded-lg border border-line bg-raised p-4 text-left transition-colors duration-150 hover:border-line-strong disabled:opacity-60"
    >
      <span className="mt-0.5 text-accent [&_svg]:size-5">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5 font-medium text-base">
          {title}
          <ArrowRight
            aria-hidden
            className="ml-auto size-4 shrink-0 text-ink-faint transition-transform duration-150 group-hover:translate-x-0.5"
          />
        </span>
        <span className="mt-0.5 block text-ink-soft [overflow-wrap:anywhere]">{children}</span>
      </span>
    </button>
  )
}

/** The value, or while `isHeld` the latest one before. */
function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState(value)
  if (!isHeld && held !== value) setHeld(value)
  return isHeld ? held : value
}
