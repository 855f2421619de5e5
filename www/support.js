// Runs first, in any browser: sets the theme, and shows a message where the game cannot run.
(function () {
  var root = document.documentElement;
  var shade = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  var material = 'paper';
  try {
    var look = JSON.parse(localStorage.getItem('merels.look') || '{}');
    if (look.theme === 'light' || look.theme === 'dark') {
      root.setAttribute('data-theme', look.theme);
      shade = look.theme;
    }
    if (/^(wood|slate|contrast)$/.test(look.material)) material = look.material;
  } catch (_) {
    // No storage, or unreadable: use the device's theme.
  }
  // The page is in English; for other languages, text stays hidden until the words are loaded.
  var language = navigator.language;
  try {
    language = JSON.parse(localStorage.getItem('merels.language') || '{}').code || language;
  } catch (_) {
    // Use the device's language.
  }
  if (/^en\b/i.test(language)) root.setAttribute('data-speaks', '');
  root.setAttribute('data-look', material);
  root.setAttribute('data-shade', shade);

  // A host's policy may forbid styles that stand in the page; then they come from a file.
  var style = document.querySelector('style[data-file]');
  if (style && !style.sheet) {
    var link = document.createElement('link');
    link.id = 'style';
    link.rel = 'stylesheet';
    link.href = style.getAttribute('data-file');
    document.head.appendChild(link);
  }

  // A minimal module that uses a 128-bit vector.
  var simd = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253,
    15, 253, 98, 11,
  ];

  function hasModuleWorkers() {
    // Browsers with Trusted Types support module workers, but would reject the data URL below.
    if ('trustedTypes' in window) return true;
    var has = false;
    try {
      var options = {
        get type() {
          has = true;
          return 'module';
        },
      };
      new Worker('data:text/javascript,', options).terminate();
    } catch (_) {
      // Only reading the option matters.
    }
    return has;
  }

  function findProblem() {
    if (location.protocol === 'file:') return 'from-file';
    if (self.origin === 'null') return 'sandboxed';
    var bytes = new Uint8Array(simd);
    var supported =
      'noModule' in HTMLScriptElement.prototype &&
      typeof WebAssembly === 'object' &&
      WebAssembly.validate(bytes) &&
      !!document.createElement('canvas').getContext('2d') &&
      typeof HTMLDialogElement === 'function' &&
      typeof ResizeObserver === 'function' &&
      hasModuleWorkers();
    if (!supported) return 'unsupported';
    try {
      new WebAssembly.Module(bytes);
    } catch (_) {
      // It is valid, so only a policy forbids it.
      forbidden = 'script-src';
      return 'policy';
    }
    return null;
  }

  // Shows a message with these words in its gaps, or the page itself: "shell".
  function show(id, words) {
    [].forEach.call(document.querySelectorAll('#shell, main.sentence'), function (each) {
      each.hidden = each.id !== id;
    });
    [].forEach.call(
      document.getElementById(id).querySelectorAll(words ? 'span' : 'none'),
      function (gap, i) {
        gap.textContent = words[i];
      },
    );
  }

  // The directive of a policy that stopped something.
  var forbidden = '';
  var problem = null;
  try {
    problem = findProblem();
  } catch (_) {
    problem = 'unsupported';
  }
  function onParsed() {
    if (problem)
      show(problem, problem === 'sandboxed' ? [document.baseURI] : forbidden ? [forbidden] : null);
    document.getElementById('reload').addEventListener('click', function () {
      location.reload();
    });
  }
  // As a file, it comes late.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', onParsed);
  else onParsed();

  // Hosts and extensions add files of their own, which may fail.
  function isOwn(address) {
    return (
      address.indexOf(new URL('assets/', document.baseURI).href) === 0 &&
      /-[\w-]{8}\.(?:js|wasm)\b/.test(address)
    );
  }

  // The page cannot run if one of its files fails to load.
  addEventListener(
    'error',
    function (event) {
      var tag = event.target || {};
      if (tag.tagName !== 'SCRIPT' || !isOwn(tag.src)) return;
      // The event may come before the document is parsed. If the page is being left,
      // DOMContentLoaded never fires.
      if (document.readyState === 'loading')
        document.addEventListener('DOMContentLoaded', onMissing);
      else onMissing();
    },
    true,
  );
  addEventListener('securitypolicyviolation', function (event) {
    if (event.disposition === 'report' || !(isOwn(event.blockedURI) || event.sample === 'default'))
      return;
    forbidden = event.effectiveDirective;
    if (problem === 'broken') show('policy', [forbidden]);
  });
  addEventListener('merels:broken', onBroken);
  addEventListener('merels:ready', function () {
    if (problem !== 'broken') return;
    problem = null;
    show('shell');
  });
  // No browser reports an empty or truncated script.
  addEventListener('load', function () {
    if (!root.hasAttribute('data-started')) onBroken();
  });

  function onMissing() {
    if (!document.getElementById('page').dataset.ready) onBroken();
  }

  // Why the game cannot start with what a server sent for a file: a message and its words.
  function fault(address, response, body) {
    var type = response.headers.get('Content-Type') || 'nothing';
    var sent = '';
    if (!response.ok) sent = 'the error ' + response.status;
    else if (!body.byteLength) sent = 'an empty file';
    else if (/\.js\b/.test(address))
      return /(java|ecma)script/.test(type) ? null : ['wrong-type', [type]];
    else if (!WebAssembly.validate(body)) sent = 'something else, as “' + type + '”';
    return sent ? ['wrong-file', [address.slice(address.lastIndexOf('/') + 1), sent]] : null;
  }

  // A truncated file may be in the HTTP cache: fetch everything again, bypassing it, and reload
  // once.
  function onBroken() {
    if (problem) return;
    problem = 'broken';
    if (forbidden) return show('policy', [forbidden]);
    show(problem);
    var parts = document.querySelectorAll(
      'script[src], link[rel=modulepreload], link[rel=preload]',
    );
    var addresses = [].map.call(parts, function (part) {
      return part.src || part.href;
    });
    addresses = addresses.filter(isOwn);
    var requests = addresses.map(function (address) {
      return fetch(address, { cache: 'reload' }).then(function (response) {
        return response.arrayBuffer().then(fault.bind(null, address, response));
      });
    });
    Promise.all(requests).then(
      function (faults) {
        var found = faults.filter(Boolean)[0];
        // The page may be there after all.
        if (problem !== 'broken' || forbidden) return;
        if (!history.state) {
          history.replaceState({}, '');
          location.reload();
        } else if (found) show(found[0], found[1]);
      },
      function () {},
    );
  }
})();
