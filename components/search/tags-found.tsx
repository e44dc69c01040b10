import { Tag } from 'lucide-react'
import { tagsFound } from '../organise/tags-found'
import { useShell } from '../shell/shell-context'
import { Button } from '../ui/button'

/** Tags named like what is typed; one click shows what their conversations say. */
export function TagsFound({ typed, onChoose }: { typed: string; onChoose(tag: string): void }) {
  const { tags } = useShell()
  const found = tagsFound(tags, typed)
  if (found.length === 0) return null
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1.5 px-4 pt-3 max-sm:px-3">
      {found.map(({ name, all }) => (
        <li key={name} className="max-w-full">
          <Button size="sm" onClick={() => onChoose(name)} className="max-w-full">
            <Tag aria-hidden className="size-3.5 shrink-0" />
            <span className="truncate">{name}</span>
            <span className="text-ink-faint tabular">{all}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
