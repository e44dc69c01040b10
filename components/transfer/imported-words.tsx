'use client'
import type { Imported } from '@/lib/shared/transfer/transfer'
import { useHydrated } from '../ui/hooks/use-hydrated'
import { useFormat } from '../ui/words/use-format'
import { importedWords } from './formats'

type Props = { imported: Imported; withFile?: boolean }

/**
 * "Imported from ChatGPT on 21 Nov 2026", with the file if there is room. UTC until hydration, so that server
 * and browser agree.
 */
export function ImportedWords({ imported: { from, at, file }, withFile = false }: Props) {
  const format = useFormat()
  const hydrated = useHydrated()
  return (
    <>
      {importedWords(from)}
      {at && (
        <>
          {' '}
          on <time dateTime={at}>{hydrated ? format.day(new Date(at)) : at.slice(0, 10)}</time>
        </>
      )}
      {withFile && file && `, from ${file}`}
    </>
  )
}
