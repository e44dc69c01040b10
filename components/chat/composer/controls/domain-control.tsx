'use client'
import { Lightbulb } from 'lucide-react'
import { listDomains } from '@/components/chat/actions'
import { useChanges } from '@/components/shell/shell-context'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { ChoiceMenu } from './choice-menu'

const ALL = { value: '', label: 'Everything', note: 'all lessons' } as const

/** The domains of strategies, kept up to date; none until they are known. */
function useDomains(): string[] {
  const { value, reload } = useLoaded('', () => listDomains())
  useChanges((changes) => {
    if (changes.some(({ kind }) => kind === 'strategy')) reload()
  })
  return value ?? []
}

type Props = { domain: string; onChange: (domain: string | null) => void }

/** The domain whose strategies are used in this conversation. Absent while there is none to choose. */
export function DomainControl({ domain, onChange }: Props) {
  const domains = useDomains()
  if (domains.length === 0 && !domain) return null
  const named = domain && !domains.includes(domain) ? [domain, ...domains] : domains
  const choices = [ALL, ...named.map((value) => ({ value, label: value }))]
  return (
    <ChoiceMenu
      label="Lessons about"
      name={`Lessons about ${domain || 'everything'}`}
      hint="Which lessons the next messages can use"
      tone={domain ? 'text-accent' : 'text-ink-soft'}
      choices={choices}
      value={domain}
      own={false}
      onChange={(value) => onChange(value || null)}
    >
      <Lightbulb aria-hidden className="size-[18px] shrink-0" />
      {domain && <span className="@max-[39rem]:sr-only max-w-24 truncate">{domain}</span>}
    </ChoiceMenu>
  )
}
