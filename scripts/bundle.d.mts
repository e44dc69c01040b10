export function bundle(program: string): Promise<string>
