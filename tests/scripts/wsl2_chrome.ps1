# Starts the Chrome of Windows with the research profile and a DevTools port. Used by wsl2_chrome.sh; works alone too:
#   powershell -ExecutionPolicy Bypass -File wsl2_chrome.ps1 -Port 9222
param([int]$Port = 9222)
$ErrorActionPreference = 'Stop'

$places = @(
  "$env:ProgramFiles\Google\Chrome\Application\chrome.exe",
  "${env:ProgramFiles(x86)}\Google\Chrome\Application\chrome.exe",
  "$env:LOCALAPPDATA\Google\Chrome\Application\chrome.exe"
)
$chrome = $places | Where-Object { Test-Path $_ } | Select-Object -First 1
if (-not $chrome) { Write-Error 'Chrome is not installed on Windows'; exit 1 }

$userData = "$env:LOCALAPPDATA\Tadori\Profile-Research"
New-Item -ItemType Directory -Force -Path $userData | Out-Null
Start-Process -FilePath $chrome -ArgumentList "--remote-debugging-port=$Port", "--user-data-dir=`"$userData`"", '--no-first-run', 'about:blank'

foreach ($try in 1..30) {
  try {
    $version = Invoke-RestMethod -Uri "http://127.0.0.1:$Port/json/version" -TimeoutSec 2
    Write-Output "Windows sees it: $($version.Browser)"
    exit 0
  } catch { Start-Sleep -Milliseconds 500 }
}
Write-Error "Chrome did not open port $Port. Is another Chrome running with the same profile? Close it and try again."
exit 1
