'use client'
import { Button } from '@/components/ui/button'
import { FULL, type Learned, learnedSchema, type Support } from '@/lib/shared/model-support'
import { usePageSettings } from '../use-settings'

const count = (tokens: number) => tokens.toLocaleString('en')

/** What differs from a service that takes everything, in words. */
function wordsOf(support: Support): string[] {
  const { tools, form, images, contextTokens, mostOutput, omit, system, thinks } = support
  return [
    (tools === 'text' || support.writesCalls) && 'writes tool calls as text',
    contextTokens && `reads ${count(contextTokens)} tokens`,
    mostOutput && `writes at most ${count(mostOutput)} tokens`,
    images === 'taken' && 'takes images',
    images === 'refused' && 'takes no images',
    thinks && 'thinks before it writes',
    form === 'json_object' && 'takes no JSON schema',
    form === 'text' && 'takes no JSON format',
    system === 'user' && 'takes no system prompt',
    support.opensThinking && 'begins its text with a thought',
    omit.length > 0 && `does not know ${omit.join(', ')}`,
  ].filter((words) => typeof words === 'string')
}

/** A service's host and model, as they are stored. */
const nameOf = (key: string) => {
  const [baseUrl = '', , model = ''] = key.split('\n')
  return { model, host: URL.canParse(baseUrl) ? new URL(baseUrl).host : 'OpenAI' }
}

/** What the models in use turned out to support. A model that is reset is asked for everything again. */
export function LearnedModels() {
  const settings = usePageSettings()
  const learned: Learned = learnedSchema.safeParse(settings.get('model.learned')?.value).data ?? {}
  const entries = Object.entries(learned).filter(
    ([, support]) => JSON.stringify({ ...support, suspected: null }) !== JSON.stringify(FULL),
  )
  if (entries.length === 0) return null
  const reset = (key: string) => {
    const { [key]: _, ...others } = learned
    void settings.save('model.learned', others)
  }
  return (
    <details className="pt-4">
      <summary className="cursor-pointer text-ink-soft">What your models support</summary>
      <ul aria-label="What your models support" className="grid gap-1 pt-2">
        {entries.map(([key, support]) => {
          const { model, host } = nameOf(key)
          return (
            <li
              key={key}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-surface px-4 py-2"
            >
              <div className="min-w-0 flex-1 basis-64">
                <p className="break-words font-medium">
                  {model} <span className="font-normal text-ink-soft">{host}</span>
                </p>
                <p className="text-ink-soft">{wordsOf(support).join(' · ') || 'takes smaller requests'}</p>
              </div>
              <Button look="ghost" aria-label={`Reset ${model}`} onClick={() => reset(key)}>
                Reset
              </Button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
