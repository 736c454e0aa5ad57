// Reads the operations of the API from docs/openapi, and the commands that call them from the command line's tables.
import { readdir, readFile } from 'node:fs/promises';

const OPENAPI = new URL('../../docs/openapi/', import.meta.url);
const COMMANDS = new URL('../../cli/src/main/java/dev/backplane/cli/api/', import.meta.url);
const METHODS = 'get|put|post|patch|delete|head';

/** Returns the operations by id: method, path, scopes and, if there is one, the command. */
export async function operations() {
  const commands = await readCommands();
  const found = {};
  for (const name of (await readdir(OPENAPI)).filter(file => file.endsWith('.yaml') && file !== 'backplane.yaml').sort()) {
    for (const operation of parse(await readFile(new URL(name, OPENAPI), 'utf8'))) {
      const { id, ...rest } = operation;
      const cli = commands.get(`${operation.method} ${operation.path}`);
      found[id] = cli ? { ...rest, cli } : rest;
    }
  }
  return found;
}

/** The documents are formatted alike: two spaces per level, one key per line. */
function* parse(yaml) {
  let path;
  let current;
  let inPaths = false;
  for (const line of yaml.split('\n')) {
    if (/^\S/.test(line)) {
      inPaths = line === 'paths:';
    }
    if (!inPaths) {
      continue;
    }
    const pathLine = /^  (['"]?)(\/[^'"]*)\1:\s*$/.exec(line);
    const methodLine = new RegExp(`^    (${METHODS}):\\s*$`).exec(line);
    if (pathLine) {
      path = pathLine[2];
    } else if (methodLine) {
      if (current?.id) {
        yield current;
      }
      current = { id: undefined, method: methodLine[1].toUpperCase(), path, scopes: [] };
    } else if (current) {
      current.id ??= /^      operationId: (\w+)/.exec(line)?.[1];
      const scopes = [...line.matchAll(/backplane\/[a-z]+\.[a-z]+/g)].map(match => match[0]);
      if (/tokens:|^\s+- ['"]?backplane\//.test(line)) {
        current.scopes.push(...scopes.filter(scope => !current.scopes.includes(scope)));
      }
    }
  }
  if (current?.id) {
    yield current;
  }
}

async function readCommands() {
  const commands = new Map();
  for (const name of (await readdir(COMMANDS)).filter(file => file.endsWith('Commands.java')).sort()) {
    const source = withConstants(await readFile(new URL(name, COMMANDS), 'utf8'));
    const starts = [...source.matchAll(/Operation\.(get|put|post|patch|delete)\(\s*"([^"]+)",\s*"([^"]+)"/g)];
    starts.forEach((start, index) => {
      const text = source.slice(start.index, starts[index + 1]?.index);
      const key = `${start[1].toUpperCase()} ${start[3]}`;
      if (!commands.has(key)) {
        commands.set(key, {
          name: start[2],
          arguments: members(text, 'argument'),
          options: Object.fromEntries(members(text, 'option').map(member => member.split('=').reverse())),
        });
      }
    });
  }
  return commands;
}

/** Replaces the names of string constants by their values. */
function withConstants(source) {
  let text = source;
  for (const [, name, value] of source.matchAll(/String (\w+) = "([^"]*)";/g)) {
    text = text.replaceAll(new RegExp(`\\b${name} \\+ "`, 'g'), `"${value}`).replaceAll(new RegExp(`\\b${name},`, 'g'), `"${value}",`);
  }
  return text;
}

/** Returns the members of a request that a command takes, as name=member or as member alone. */
function members(text, kind) {
  return [...text.matchAll(new RegExp(`\\.${kind}\\(\\s*"([^"]+)"`, 'g'))]
    .map(match => match[1])
    .map(name => (name.includes('=') ? name : `${name}=${name}`));
}
