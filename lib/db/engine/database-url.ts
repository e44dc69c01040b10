import path from 'node:path'

export const isPostgres = (url: string) => /^postgres(ql)?:/.test(url)
/** File of a `file:` URL, relative to the working directory. */
export const sqliteFile = (url: string) => path.resolve(url.replace(/^file:(\/\/)?/, ''))
