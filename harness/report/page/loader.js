/* The only script that stands in the page: it unpacks the others, and hands them the data of the page. */
"use strict";

const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%.()*+-;,=>?@^_`{|}~";

/** The bytes of a text in base 85: five signs are four bytes, the first being the most significant. */
function bytesOf(text) {
  const numbers = new Map([...SIGNS].map((sign, number) => [sign, number]));
  const padded = text.padEnd(5 * Math.ceil(text.length / 5), SIGNS[84]);
  const view = new DataView(new ArrayBuffer(padded.length / 5 * 4));
  for (let group = 0; 5 * group < padded.length; group += 1) {
    let number = 0;
    for (let sign = 5 * group; sign < 5 * group + 5; sign += 1) number = number * 85 + numbers.get(padded[sign]);
    view.setUint32(4 * group, number);
  }
  return new Uint8Array(view.buffer, 0, view.byteLength - (padded.length - text.length));
}

/** What lies in the page: the text of the scripts and their data, as JSON, deflated, in base 85. */
async function unpack(text) {
  const stream = new Blob([bytesOf(text.trim())]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

document.addEventListener("DOMContentLoaded", async () => {
  try {
    const { scripts, report } = await unpack(document.getElementById("payload").textContent);
    const script = document.createElement("script");
    script.textContent = scripts;
    document.body.append(script);
    document.dispatchEvent(new CustomEvent("unpacked", { detail: report }));
  } catch (error) {
    document.getElementById("failed").hidden = false;
    throw error;
  }
});
