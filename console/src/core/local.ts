import { apiUrl, config } from './config.ts';

/*
 * The AWS APIs of the local suite. It does not verify signatures; the credential in the header only names the service.
 */

const SIGNING_NAMES: Record<string, string> = { DynamoDB_20120810: 'dynamodb', AmazonSQS: 'sqs', AWSStepFunctions: 'states' };

export async function aws<T>(operation: string, input: object): Promise<T> {
  const [api = ''] = operation.split('.');
  const answer = await fetch(`${apiUrl()}/`, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=console/20260101/${config().region}/${SIGNING_NAMES[api]}/aws4_request, SignedHeaders=host, Signature=0`,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': operation,
    },
    body: JSON.stringify(input),
  });
  const body = await answer.json();
  if (!answer.ok) {
    throw new Error(String(body.message ?? body.Message ?? `${operation} failed with status ${answer.status}.`));
  }
  return body as T;
}

export async function inspect<T>(path: string): Promise<T[]> {
  const answer = await fetch(`${apiUrl()}/_backplane/${path}`);
  if (!answer.ok) {
    throw new Error(`The local suite answered with status ${answer.status}.`);
  }
  return ((await answer.json()) as { items: T[] }).items;
}
